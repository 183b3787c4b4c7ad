"""Sources that treat several kinds of games."""

DESLONGCHAMPS = (
    "J. Deslongchamps, Le jeu de Wythoff et ses généralisations, Université de Montréal (1999)"
)
