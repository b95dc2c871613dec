"""Lets ``python -m strikesim`` do what ``strikesim`` does."""

from strikesim.cli.main import main

if __name__ == "__main__":
    main()
