"""The works that the games and the theories come from, each written once, in its own language.

>>> WORKS["wythoff"].text
'W. A. Wythoff, A modification of the game of Nim, Nieuw Archief voor Wiskunde 7 (1907), 199–202'
>>> WORKS["fraenkel-borosh"].short
'Fraenkel & Borosh 1973'
"""

from marienbad.values import Record


class Work(Record):
    """A book, an article or a text."""

    authors: str
    title: str
    place: str
    """Where and when it appeared."""
    short: str
    """How it is cited."""
    number: int | None = None
    """Its number in the bibliography of the thesis."""
    doi: str | None = None

    @property
    def text(self) -> str:
        return ", ".join(part for part in (self.authors, self.title, self.place) if part)


_QUARTERLY = "Fibonacci Quarterly"
_MONTHLY = "American Mathematical Monthly"

WORKS = {
    # the five texts
    "pantaloni": Work(
        "V. Pantaloni",
        "Le jeu de Marienbad. Théorie mathématique, stratégie gagnante",
        "2009",
        "Pantaloni 2009",
    ),
    "deslongchamps": Work(
        "J. Deslongchamps",
        "Le jeu de Wythoff et ses généralisations",
        "mémoire de maîtrise, Université de Montréal (1999)",
        "Deslongchamps 1999",
    ),
    "mathenjeans": Work(
        "",
        "Marienbad 1-3-5-7",
        "compte rendu d’élèves, MATh.en.JEANS",
        "Marienbad 1-3-5-7, MATh.en.JEANS",
    ),
    "hardy": Work(
        "G. H. Hardy, E. M. Wright",
        "Le jeu de Nim (An Introduction to the Theory of Numbers, 9.8)",
        "traduction de Lefort",
        "Hardy & Wright, 9.8",
    ),
    "program": Work("", "Le jeu de Marienbad", "avec un programme en C", "Le jeu de Marienbad"),
    # the bibliography of the thesis, in its order
    "silber-1976": Work(
        "R. Silber",
        "A Fibonacci property of Wythoff pairs",
        f"{_QUARTERLY} 14 (1976), 380–384",
        "Silber 1976",
        1,
    ),
    "carlitz": Work(
        "L. Carlitz, R. Scoville, V. E. Hoggatt",
        "Fibonacci representations",
        f"{_QUARTERLY} 10 (1972), 1–28",
        "Carlitz, Scoville & Hoggatt 1972",
        2,
    ),
    "carlitz-addendum": Work(
        "L. Carlitz, R. Scoville, V. E. Hoggatt",
        "Addendum to the paper “Fibonacci representations”",
        f"{_QUARTERLY} 10 (1972), 527–530",
        "Carlitz, Scoville & Hoggatt 1972, addendum",
        3,
    ),
    "connell": Work(
        "I. G. Connell",
        "A generalization of Wythoff's game",
        "Canadian Mathematical Bulletin 2 (1959), 181–190",
        "Connell 1959",
        4,
        "10.4153/CMB-1959-024-3",
    ),
    "fraenkel-borosh": Work(
        "A. S. Fraenkel, I. Borosh",
        "A generalization of Wythoff's game",
        "Journal of Combinatorial Theory A 15 (1973), 175–191",
        "Fraenkel & Borosh 1973",
        5,
        "10.1016/0097-3165(73)90005-5",
    ),
    "vorobev": Work(
        "N. N. Vorob'ev",
        "Caractères de divisibilité. Suite de Fibonacci",
        "Mir, Moscou (1965)",
        "Vorob'ev 1965",
        6,
    ),
    "schwenk": Work(
        "A. J. Schwenk",
        "Take-away games",
        f"{_QUARTERLY} 8 (1970), 225–234, 241",
        "Schwenk 1970",
        7,
    ),
    "hale": Work(
        "D. R. Hale",
        "A variant of Nim and a function defined by Fibonacci representation",
        f"{_QUARTERLY} 21 (1983), 139–142",
        "Hale 1983",
        8,
    ),
    "tucker-second": Work(
        "A. Tucker",
        "Applied Combinatorics, Second Edition",
        "Wiley, 395–410",
        "Tucker, Second Edition",
        9,
    ),
    "loeb": Work(
        "D. E. Loeb", "How to win at Nim", "UMAP Journal 16 (1995), 367–388", "Loeb 1995", 10
    ),
    "althofer": Work(
        "I. Althöfer",
        "Nim games with arbitrary periodic moving orders",
        "International Journal of Game Theory 17 (1988), 165–175",
        "Althöfer 1988",
        11,
    ),
    "tucker": Work(
        "A. Tucker", "Applied Combinatorics", "Wiley, New York (1984)", "Tucker 1984", 12
    ),
    "horadam": Work(
        "A. F. Horadam", "Wythoff pairs", f"{_QUARTERLY} 16 (1978), 147–151", "Horadam 1978", 13
    ),
    "silber-1977": Work(
        "R. Silber",
        "Wythoff's Nim and Fibonacci representations",
        f"{_QUARTERLY} 15 (1977), 85–88",
        "Silber 1977",
        14,
    ),
    "hoggatt": Work(
        "V. E. Hoggatt, M. Bicknell-Johnson, R. Sarsfield",
        "A generalization of Wythoff's game",
        f"{_QUARTERLY} 17 (1979), 198–211",
        "Hoggatt, Bicknell-Johnson & Sarsfield 1979",
        15,
    ),
    "stewart": Work(
        "I. Stewart",
        "Playing with chocolate",
        "Scientific American (10/1998), 122–124",
        "Stewart 1998",
        16,
    ),
    "gardner": Work(
        "M. Gardner",
        "Le jeu « coincer la reine »",
        "dans Le monde mathématique de Martin Gardner, Belin, Paris (1986), 106–110",
        "Gardner 1986",
        17,
    ),
    "bouton": Work(
        "C. L. Bouton",
        "Nim, a game with a complete mathematical theory",
        "Annals of Mathematics 3 (1902), 35–39",
        "Bouton 1902",
        18,
        "10.2307/1967631",
    ),
    "mcintyre": Work(
        "D. P. McIntyre",
        "A new system for playing the game of Nim",
        f"{_MONTHLY} 49 (1942), 44–46",
        "McIntyre 1942",
        19,
        "10.1080/00029890.1942.11991183",
    ),
    "fraenkel-1982": Work(
        "A. S. Fraenkel",
        "How to beat your Wythoff games' opponent on three fronts",
        f"{_MONTHLY} 89 (1982), 353–361",
        "Fraenkel 1982",
        20,
        "10.1080/00029890.1982.11995454",
    ),
    "yaglom": Work(
        "A. M. Yaglom, I. M. Yaglom",
        "Challenging Mathematical Problems with Elementary Solutions, volume 2",
        "Holden-Day, San Francisco (1967)",
        "Yaglom & Yaglom 1967",
        21,
    ),
    "fraenkel-1984": Work(
        "A. S. Fraenkel",
        "Wythoff games, continued fractions, cedar trees and Fibonacci searches",
        "Theoretical Computer Science 29 (1984), 49–73",
        "Fraenkel 1984",
        22,
    ),
    "wythoff": Work(
        "W. A. Wythoff",
        "A modification of the game of Nim",
        "Nieuw Archief voor Wiskunde 7 (1907), 199–202",
        "Wythoff 1907",
        23,
    ),
    "fraenkel-herda": Work(
        "A. S. Fraenkel, H. Herda",
        "Never rush to be first in playing Nimbi",
        "Mathematics Magazine 53 (1980), 21–26",
        "Fraenkel & Herda 1980",
        24,
    ),
    "fraenkel-1969": Work(
        "A. S. Fraenkel",
        "The bracket function and complementary sets of integers",
        "Canadian Journal of Mathematics 21 (1969), 6–27",
        "Fraenkel 1969",
        25,
        "10.4153/CJM-1969-002-7",
    ),
    "turgeon": Work(
        "J. M. Turgeon",
        "Calculatrices et fractions continues",
        "Bulletin AMQ 36(1) (1996), 14–22",
        "Turgeon 1996",
        26,
    ),
    "de-koninck": Work(
        "J.-M. De Koninck, A. Mercier",
        "Introduction à la théorie des nombres",
        "Modulo, Montréal (1994)",
        "De Koninck & Mercier 1994",
        27,
    ),
    "olds": Work(
        "C. D. Olds",
        "Continued Fractions",
        "Random House, New Mathematical Library 9 (1963)",
        "Olds 1963",
        28,
    ),
    "fraenkel-lorberbom": Work(
        "A. S. Fraenkel, M. Lorberbom",
        "Nimhoff games",
        "Journal of Combinatorial Theory A 58 (1991), 1–25",
        "Fraenkel & Lorberbom 1991",
        29,
    ),
    # further works
    "beatty": Work("S. Beatty", "Problem 3173", f"{_MONTHLY} 33 (1926), 159", "Beatty 1926"),
    "morrison": Work(
        "D. R. Morrison",
        "A Stolarsky array of Wythoff pairs",
        "A Collection of Manuscripts Related to the Fibonacci Sequence (1980), 134–136",
        "Morrison 1980",
    ),
    "parry": Work(
        "W. Parry",
        "On the β-expansions of real numbers",
        "Acta Mathematica Academiae Scientiarum Hungaricae 11 (1960), 401–416",
        "Parry 1960",
    ),
    "larsson": Work(
        "U. Larsson, J. Wästlund",
        "From heaps of matches to the limits of computability",
        "Electronic Journal of Combinatorics 20(3) (2013), P41",
        "Larsson & Wästlund 2013",
    ),
    "fraenkel-2004": Work(
        "A. S. Fraenkel",
        "Complexity, appeal and challenges of combinatorial games",
        "Theoretical Computer Science 313 (2004), 393–415",
        "Fraenkel 2004",
    ),
    "sun-zeilberger": Work(
        "X. Sun, D. Zeilberger",
        "On Fraenkel's N-heap Wythoff's conjectures",
        "Annals of Combinatorics 8 (2004), 225–238",
        "Sun & Zeilberger 2004",
        doi="10.1007/s00026-004-0217-3",
    ),
    "cole-davie": Work(
        "A. J. Cole, A. J. T. Davie",
        "A game based on the Euclidean algorithm and a winning strategy for it",
        "Mathematical Gazette 53 (1969), 354–357",
        "Cole & Davie 1969",
    ),
    "nivasch": Work(
        "G. Nivasch",
        "The Sprague–Grundy function of the game Euclid",
        "Discrete Mathematics 306 (2006), 2798–2800",
        "Nivasch 2006",
    ),
    # of these four on Grundy values the abstracts and first pages were seen
    "blass-fraenkel": Work(
        "U. Blass, A. S. Fraenkel",
        "The Sprague–Grundy function for Wythoff's game",
        "Theoretical Computer Science 75 (1990), 311–333",
        "Blass & Fraenkel 1990",
        doi="10.1016/0304-3975(90)90098-3",
    ),
    "nivasch-2009": Work(
        "G. Nivasch",
        "More on the Sprague–Grundy function for Wythoff's game",
        "Games of No Chance 3, MSRI Publications 56 (2009), 377–410",
        "Nivasch 2009",
    ),
    "ho": Work(
        "N. B. Ho",
        "Two variants of Wythoff's game preserving its P-positions",
        "arXiv 1202.3186 (2012)",
        "Ho 2012",
    ),
    "gurvich": Work(
        "V. Gurvich",
        "On tame, pet, miserable, and strongly miserable impartial games",
        "Rutcor Research Report 18 (2012)",
        "Gurvich 2012",
    ),
    "whinihan": Work(
        "M. J. Whinihan",
        "Fibonacci Nim",
        f"{_QUARTERLY} 1(4) (1963), 9–13",
        "Whinihan 1963",
    ),
    "allen-ponomarenko": Work(
        "C. Allen, V. Ponomarenko",
        "Fibonacci Nim and a full characterization of winning moves",
        "Involve 7 (2014), 807–818",
        "Allen & Ponomarenko 2014",
        doi="10.2140/involve.2014.7.807",
    ),
    # octal games; of Guy and Smith the beginning was seen, the others are cited at second hand
    "guy-smith": Work(
        "R. K. Guy, C. A. B. Smith",
        "The G-values of various games",
        "Proceedings of the Cambridge Philosophical Society 52 (1956), 514–526",
        "Guy & Smith 1956",
    ),
    "dudeney": Work("H. E. Dudeney", "The Canterbury Puzzles", "London (1907)", "Dudeney 1907"),
    "loyd": Work("S. Loyd", "Cyclopedia of Puzzles", "New York (1914)", "Loyd 1914"),
    "dawson": Work("T. R. Dawson", "Caissa’s Wild Roses", "(1935)", "Dawson 1935"),
    "winning-ways": Work(
        "E. R. Berlekamp, J. H. Conway, R. K. Guy",
        "Winning Ways for your Mathematical Plays",
        "Academic Press, London (1982)",
        "Berlekamp, Conway & Guy 1982",
    ),
    "plambeck": Work(
        "T. E. Plambeck",
        "Daisies, Kayles, and the Sibert–Conway decomposition in misère octal games",
        "Theoretical Computer Science 96 (1992), 361–388",
        "Plambeck 1992",
    ),
    "moore": Work(
        "E. H. Moore",
        "A generalization of the game called Nim",
        "Annals of Mathematics 11 (1910), 93–94",
        "Moore 1910",
    ),
    "mignoty": Work(
        "B. Mignoty, A. Renard, M. Rigo, M. A. Whiteland",
        "Automatic proofs in combinatorial game theory",
        "International Journal of Game Theory 54 (2025), 35",
        "Mignoty, Renard, Rigo & Whiteland 2025",
        doi="10.1007/s00182-025-00953-3",
    ),
}


def cited(*names: str) -> tuple[str, ...]:
    """The works of these names, written out."""
    return tuple(WORKS[name].text for name in names)


def in_short(*names: str) -> str:
    """The works of these names, as they are cited.

    >>> in_short("bouton", "hardy")
    'Bouton 1902; Hardy & Wright, 9.8'
    """
    return "; ".join(WORKS[name].short for name in names)
