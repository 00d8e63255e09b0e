-- What processes keep to together.

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
