"""Batch sweeps: a TOML file becomes cells, cells become games on all cores, games become a result folder."""
