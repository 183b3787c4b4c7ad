"""Every worked example and table of the five sources, put right where the sources err.

The number of an erratum is its number in the list of corrections. Sources: 000 Pantaloni,
001 Deslongchamps (the thesis), 002 Marienbad 1-3-5-7, 003 Hardy and Wright, 004 a program in C.
"""
