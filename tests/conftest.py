"""What all tests share."""

from hypothesis import settings

# How long an example takes says more about the machine than about the library.
settings.register_profile("cardcore", deadline=None)
settings.load_profile("cardcore")
