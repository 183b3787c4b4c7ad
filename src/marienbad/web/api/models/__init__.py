"""What goes in and comes out, as the OpenAPI document describes it."""
