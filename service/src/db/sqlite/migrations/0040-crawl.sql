-- One row per page of a crawl that has ended. Together they are also the state of the crawl: what it
-- has seen and what waits is worked out from them when it is taken up again.
CREATE TABLE crawl_pages (
	id TEXT PRIMARY KEY,
	job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	-- Skipped pages are no results: duplicates, redirects out of scope, what robots.txt forbids.
	status TEXT NOT NULL CHECK (status IN ('success', 'failed', 'skipped')),
	-- As found in the link.
	request_url TEXT NOT NULL,
	-- After redirects.
	url TEXT NOT NULL,
	depth INTEGER NOT NULL,
	title TEXT,
	data TEXT,
	error_message TEXT,
	is_extraction_failed INTEGER NOT NULL DEFAULT 0,
	html_file TEXT,
	markdown_file TEXT,
	content_hash TEXT,
	-- Links that were chosen to be followed, a JSON list.
	links TEXT NOT NULL DEFAULT '[]',
	input_tokens INTEGER NOT NULL DEFAULT 0,
	output_tokens INTEGER NOT NULL DEFAULT 0,
	-- When its loading started.
	created_at_ms INTEGER NOT NULL,
	finished_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX crawl_pages_by_job ON crawl_pages (job_id, finished_at_ms);

CREATE VIEW crawls AS
SELECT
	id,
	CASE state WHEN 'delayed' THEN 'waiting' ELSE state END AS status,
	request,
	created_at_ms,
	(SELECT count(*) FROM crawl_pages WHERE job_id = jobs.id AND status = 'success')
		AS pages_crawled,
	(SELECT coalesce(sum(input_tokens), 0) FROM crawl_pages WHERE job_id = jobs.id)
		AS input_tokens,
	(SELECT coalesce(sum(output_tokens), 0) FROM crawl_pages WHERE job_id = jobs.id)
		AS output_tokens,
	credits_used,
	max(
		created_at_ms,
		coalesce(started_at_ms, 0),
		coalesce(finished_at_ms, 0),
		coalesce((SELECT max(finished_at_ms) FROM crawl_pages WHERE job_id = jobs.id), 0)
	) AS updated_at_ms
FROM jobs
WHERE kind = 'crawl';
