-- The tables of both databases (schema.ts), spelled so that each understands it. Moments are epoch
-- milliseconds; yes and no are 1 and 0. Where "if not exists" stands, data of 0.1.0 may be there.

CREATE TABLE IF NOT EXISTS settings (
	name text PRIMARY KEY,
	value text NOT NULL
);

CREATE TABLE IF NOT EXISTS api_keys (
	id text PRIMARY KEY,
	name text NOT NULL UNIQUE,
	hash text NOT NULL UNIQUE,
	hint text NOT NULL,
	is_active integer NOT NULL DEFAULT 1,
	created_at_ms bigint NOT NULL
);

-- People who are signed in to the dashboard.
CREATE TABLE IF NOT EXISTS dashboard_sessions (
	-- Of the token in the cookie; the token itself is not stored.
	token_hash text PRIMARY KEY,
	expires_at_ms bigint NOT NULL
);

-- One row per accepted job of any kind. It is also the record that logs and usage figures are
-- read from, so that the two can never disagree.
CREATE TABLE IF NOT EXISTS jobs (
	id text PRIMARY KEY,
	kind text NOT NULL,
	state text NOT NULL CHECK (
		state IN ('waiting', 'active', 'completed', 'failed', 'delayed', 'cancelled')
	),
	error text,
	attempts integer NOT NULL DEFAULT 0,
	created_at_ms bigint NOT NULL,
	run_after_ms bigint,
	started_at_ms bigint,
	finished_at_ms bigint,
	credits_used double precision NOT NULL DEFAULT 0,
	input_tokens bigint NOT NULL DEFAULT 0,
	output_tokens bigint NOT NULL DEFAULT 0,
	captchas_solved bigint NOT NULL DEFAULT 0,
	-- The large ones last: sums and listings then never read past them.
	request json_text NOT NULL,
	-- What the job is about, in lower case: logs are searched by it.
	search_text text NOT NULL DEFAULT '',
	-- Why the job is to end at its next checkpoint, also after a restart.
	stop_reason text,
	-- It ran when the process died, and so did others: from then on it runs alone among its like.
	-- In Postgres: how often a process died while it ran.
	is_suspect integer NOT NULL DEFAULT 0,
	-- The logs in which the job appears.
	log text GENERATED ALWAYS AS (
		CASE kind WHEN 'scrape' THEN 'scrape' WHEN 'batch' THEN 'scrape' WHEN 'search' THEN 'search' END
	) STORED
);

-- Results lie apart from their jobs: whoever asks how a job fares never reads what it brought.
CREATE TABLE IF NOT EXISTS job_results (
	job_id text PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
	-- The small part of the result that listings show, a JSON object.
	summary json_text NOT NULL,
	result json_text NOT NULL
);

-- What the jobs accepted in a quarter of an hour have come to, by kind. Days begin on a quarter in
-- every time zone. It outlives the jobs, so usage figures stay whole when old jobs are deleted.
CREATE TABLE IF NOT EXISTS usage_quarters (
	start_ms bigint NOT NULL,
	kind text NOT NULL,
	jobs bigint NOT NULL,
	tokens bigint NOT NULL DEFAULT 0,
	captchas bigint NOT NULL DEFAULT 0,
	credits double precision NOT NULL DEFAULT 0,
	-- Jobs that ran and ended, and how long they took together.
	ended_jobs bigint NOT NULL DEFAULT 0,
	duration_ms bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (start_ms, kind)
);

CREATE TABLE IF NOT EXISTS scrape_batches (
	id text PRIMARY KEY,
	output_format text NOT NULL,
	created_at_ms bigint NOT NULL
);

-- The addresses of a batch in the order submitted, each with the job that scrapes it now: a retry
-- gives an item a new job. How an item fares is in its job.
CREATE TABLE IF NOT EXISTS scrape_batch_items (
	batch_id text NOT NULL REFERENCES scrape_batches (id),
	position integer NOT NULL,
	url text NOT NULL,
	job_id text NOT NULL REFERENCES jobs (id),
	PRIMARY KEY (batch_id, position)
);

-- One row per page of a crawl that has ended. Together they are also the state of the crawl: what it
-- has seen and what waits is worked out from them when it is taken up again.
CREATE TABLE IF NOT EXISTS crawl_pages (
	id text PRIMARY KEY,
	job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	-- Skipped pages are no results: duplicates, redirects out of scope, what robots.txt forbids.
	status text NOT NULL CHECK (status IN ('success', 'failed', 'skipped')),
	-- As found in the link.
	request_url text NOT NULL,
	-- After redirects.
	url text NOT NULL,
	depth integer NOT NULL,
	title text,
	data json_text,
	error_message text,
	is_extraction_failed integer NOT NULL DEFAULT 0,
	html_file text,
	markdown_file text,
	content_hash text,
	-- Links that were chosen to be followed, a JSON list.
	links json_text NOT NULL DEFAULT '[]',
	input_tokens bigint NOT NULL DEFAULT 0,
	output_tokens bigint NOT NULL DEFAULT 0,
	-- When its loading started.
	created_at_ms bigint NOT NULL,
	finished_at_ms bigint NOT NULL
);

-- Documents that were uploaded, or fetched from a link. The bytes lie in a file named by the ID.
CREATE TABLE IF NOT EXISTS parse_files (
	id text PRIMARY KEY,
	file_name text NOT NULL,
	-- Where a linked document came from.
	source_url text,
	-- What a prepared upload said it would bring.
	announced_bytes bigint,
	-- NULL until the bytes are there, all of them.
	stored_bytes bigint,
	-- When the file is deleted: 24 hours after its bytes came, or after it was prepared.
	expires_at_ms bigint NOT NULL
);

-- The documents of a parse batch in the order of the submit answer.
CREATE TABLE IF NOT EXISTS parse_batch_documents (
	batch_id text NOT NULL,
	position integer NOT NULL,
	-- NULL for a document that was refused at submit; then error says why.
	job_id text REFERENCES jobs (id),
	file_name text NOT NULL,
	source_url text,
	file_id text,
	error text,
	PRIMARY KEY (batch_id, position)
);
