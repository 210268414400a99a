"""A bounded pool of searching processes behind a fair queue. What they are asked is in `live` and `web`."""
