-- People who are signed in to the page at the service's root.
CREATE TABLE dashboard_sessions (
	-- Of the token in the cookie; the token itself is not stored.
	token_hash TEXT PRIMARY KEY,
	expires_at_ms INTEGER NOT NULL
) STRICT;

-- The dashboard lists the jobs of all kinds, newest first; a second column keeps the order total.
CREATE INDEX jobs_newest ON jobs (created_at_ms DESC, id DESC);
CREATE INDEX jobs_failed ON jobs (finished_at_ms DESC) WHERE state = 'failed';

-- A listed job names its batch.
CREATE INDEX scrape_batch_items_by_job ON scrape_batch_items (job_id);
