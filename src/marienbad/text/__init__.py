"""Words: explanations as data, and the only place with sentences, in French and in English."""
