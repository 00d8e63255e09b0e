CREATE TABLE scrape_batches (
	sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	id text NOT NULL UNIQUE,
	output_format text NOT NULL,
	created_at_ms bigint NOT NULL
);

CREATE TABLE scrape_batch_items (
	batch_id text NOT NULL REFERENCES scrape_batches (id),
	position integer NOT NULL,
	url text NOT NULL,
	job_id text NOT NULL REFERENCES jobs (id),
	PRIMARY KEY (batch_id, position)
);

CREATE INDEX scrape_batch_items_by_job ON scrape_batch_items (job_id);

CREATE TABLE crawl_pages (
	rowid bigint GENERATED ALWAYS AS IDENTITY,
	id text PRIMARY KEY,
	job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	status text NOT NULL CHECK (status IN ('success', 'failed', 'skipped')),
	request_url text NOT NULL,
	url text NOT NULL,
	depth integer NOT NULL,
	title text,
	data json,
	error_message text,
	is_extraction_failed integer NOT NULL DEFAULT 0,
	html_file text,
	markdown_file text,
	content_hash text,
	links json NOT NULL DEFAULT '[]',
	input_tokens bigint NOT NULL DEFAULT 0,
	output_tokens bigint NOT NULL DEFAULT 0,
	created_at_ms bigint NOT NULL,
	finished_at_ms bigint NOT NULL
);

CREATE INDEX crawl_pages_by_job ON crawl_pages (job_id, finished_at_ms);
CREATE INDEX crawl_pages_totals
	ON crawl_pages (job_id, status) INCLUDE (input_tokens, output_tokens, finished_at_ms);
CREATE INDEX crawl_pages_by_html_file ON crawl_pages (html_file) WHERE html_file IS NOT NULL;
CREATE INDEX crawl_pages_by_markdown_file ON crawl_pages (markdown_file)
	WHERE markdown_file IS NOT NULL;

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
	greatest(
		created_at_ms,
		started_at_ms,
		finished_at_ms,
		(SELECT max(finished_at_ms) FROM crawl_pages WHERE job_id = jobs.id)
	) AS updated_at_ms
FROM jobs
WHERE kind = 'crawl';

CREATE TABLE parse_files (
	id text PRIMARY KEY,
	file_name text NOT NULL,
	source_url text,
	announced_bytes bigint,
	stored_bytes bigint,
	expires_at_ms bigint NOT NULL
);

CREATE INDEX parse_files_by_expiry ON parse_files (expires_at_ms);

CREATE TABLE parse_batch_documents (
	batch_id text NOT NULL,
	position integer NOT NULL,
	job_id text REFERENCES jobs (id),
	file_name text NOT NULL,
	source_url text,
	file_id text,
	error text,
	PRIMARY KEY (batch_id, position)
);

CREATE INDEX parse_batch_documents_by_job ON parse_batch_documents (job_id);

CREATE TABLE parse_texts (
	job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	page integer NOT NULL,
	part integer NOT NULL,
	text text NOT NULL,
	PRIMARY KEY (job_id, page, part)
);
