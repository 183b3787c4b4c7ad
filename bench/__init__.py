"""How fast marienbad is, measured against a floor or a peer in the same run.

Every line of the table compares a piece of work with the least that it could cost (one
multiplication of the same size, filling the same array, starting Python), both measured now, on
this machine, in turns, so that other load weighs on both. The columns are the medians, their ratio
and the ratio aimed at; a line without aim is for information.

    python -m bench                the whole table
    python -m bench algebra arrays some topics
    python -m bench attack         some are long and run only when named
    python -m bench --strict       exit status 1 when an aim is missed
"""
