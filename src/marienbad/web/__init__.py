"""The web application: the HTTP interface, live matches and the page. Loaded only by ``serve``."""
