"""The school: lessons, drills, investigations, a machine that learns, sheets and rooms."""
