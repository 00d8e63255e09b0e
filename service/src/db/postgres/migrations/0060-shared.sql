-- The order in which rows were stored; SQLite has this column by default.
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

-- The following tables are shared by the processes. Their rows are lost if the database crashes; the
-- processes write them again.

-- Progress of running jobs.
CREATE UNLOGGED TABLE job_progress (
	job_id text PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
	progress json NOT NULL
);

-- Number of requests of each client address in its current window.
CREATE UNLOGGED TABLE rate_windows (
	address text PRIMARY KEY,
	requests integer NOT NULL,
	ends_at_ms bigint NOT NULL
);

-- When the next request of a crawl to each host may start.
CREATE UNLOGGED TABLE host_starts (
	host text PRIMARY KEY,
	next_start_ms bigint NOT NULL
);
CREATE INDEX host_starts_by_moment ON host_starts (next_start_ms);
