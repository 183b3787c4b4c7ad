"""Work done by the workers of a Dask cluster, whatever becomes of them."""
