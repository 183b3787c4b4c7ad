"""Words: explanations as data, and all sentences, in a folder for each language."""
