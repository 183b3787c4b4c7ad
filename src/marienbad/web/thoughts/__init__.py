"""What workers are asked: functions from what a request says to an answer that is ready to be sent.

Nothing here knows of HTTP, and everything may take long: the server calls none of it itself.
"""
