-- How a page ended, and which of its links were left out and why: a JSON object.
ALTER TABLE crawl_pages ADD COLUMN account text NOT NULL DEFAULT '{}';
