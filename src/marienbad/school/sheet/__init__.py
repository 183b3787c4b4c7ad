"""Worksheets: exercises on paper with their answers, as pages of SVG and as PDF.

A source gives tasks (:mod:`sources`), forms make drawings of them (:mod:`forms`), :mod:`layout`
puts the drawings on pages, and two writers write the same pages (:mod:`svg`, :mod:`pdf`).
"""
