"""Words: explanations as data, and the only place with sentences, a folder a language."""
