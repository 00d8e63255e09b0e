-- The order in which rows were stored; SQLite has it by itself.
ALTER TABLE jobs ADD COLUMN rowid bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE crawl_pages ADD COLUMN rowid bigint GENERATED ALWAYS AS IDENTITY;
ALTER TABLE scrape_batches ADD COLUMN rowid bigint GENERATED ALWAYS AS IDENTITY UNIQUE;

CREATE TABLE parse_texts (
	job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	page integer NOT NULL,
	part integer NOT NULL,
	text text NOT NULL,
	PRIMARY KEY (job_id, page, part)
);

-- What processes keep to together. Not kept when the database crashes: it is said again.

-- What running jobs say of themselves.
CREATE UNLOGGED TABLE job_progress (
	job_id text PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
	progress json NOT NULL
);

-- Requests of each address in its window of time.
CREATE UNLOGGED TABLE rate_windows (
	address text PRIMARY KEY,
	requests integer NOT NULL,
	ends_at_ms bigint NOT NULL
);

-- When each host takes its next request of a crawl.
CREATE UNLOGGED TABLE host_starts (
	host text PRIMARY KEY,
	next_start_ms bigint NOT NULL
);
CREATE INDEX host_starts_by_moment ON host_starts (next_start_ms);
