"""The jobs of the HTTP interface: parameters, function and response, a module for each resource."""
