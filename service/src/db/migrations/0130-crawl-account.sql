-- How a page ended, which of its links were left out and why: a JSON object.
ALTER TABLE crawl_pages ADD COLUMN account text NOT NULL DEFAULT '{}';
