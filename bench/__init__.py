"""Fixed work, timed; ratios against OpenSpiel in the same run."""
