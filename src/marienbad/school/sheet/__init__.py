"""Worksheets: exercises on paper with their answers, as pages of SVG and as PDF.

A source gives tasks (:mod:`sources`), forms make drawings of them (:mod:`forms`), and :mod:`sheets`
puts the drawings on pages, which the writers of :mod:`marienbad.drawing` write.
"""
