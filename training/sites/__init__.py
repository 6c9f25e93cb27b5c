"""Sites rendered by the software that many sites run on, from content whose truth is known."""
