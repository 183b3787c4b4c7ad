"""Rooms in which a class plays together: names, votes, a tournament; gone with the lesson."""
