"""What a designer reads: tables and figures of a result folder. No game is known here, only the manifest."""
