"""Drawings as data, and three writers: SVG, PDF by reportlab, PNG by Pillow.

:mod:`shapes` has what a drawing is made of, :mod:`pieces` matches, tokens and chess pieces. A
drawing is built once; :func:`svg.svg`, :func:`pdf.pdf` and :func:`png.png` write the same shapes.
"""
