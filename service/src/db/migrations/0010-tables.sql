-- The tables of both databases (schema.ts), in SQL that both understand. Times are in milliseconds since
-- the epoch; true and false are 1 and 0. "IF NOT EXISTS" is for tables that 0.1.0 may have created.

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

-- Sessions of people signed in to the dashboard.
CREATE TABLE IF NOT EXISTS dashboard_sessions (
	-- Hash of the token in the cookie; the token itself is not stored.
	token_hash text PRIMARY KEY,
	expires_at_ms bigint NOT NULL
);

-- One row per accepted job of any kind. Logs and usage figures are read from it, too, so they can never
-- disagree with it.
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
	-- The large columns come last, so that sums and listings never have to read past them.
	request json_text NOT NULL,
	-- What the job is about, in lower case; for searching logs.
	search_text text NOT NULL DEFAULT '',
	-- Why the job must end at its next checkpoint, even after a restart.
	stop_reason text,
	-- SQLite: 1 if it was running with others when the process died; since then it has run alone among jobs
	-- of its kind. Postgres: how often a process died while it was running.
	is_suspect integer NOT NULL DEFAULT 0,
	-- The logs in which the job appears.
	log text GENERATED ALWAYS AS (
		CASE kind WHEN 'scrape' THEN 'scrape' WHEN 'batch' THEN 'scrape' WHEN 'search' THEN 'search' END
	) STORED
);

-- Results are separate from their jobs, so that reading the state of a job never reads its result.
CREATE TABLE IF NOT EXISTS job_results (
	job_id text PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
	-- The small part of the result that listings show, a JSON object.
	summary json_text NOT NULL,
	result json_text NOT NULL
);

-- Totals of the jobs accepted in each quarter of an hour, by kind: days begin on a quarter in every time
-- zone. Rows are kept when old jobs are deleted, so usage figures stay complete.
CREATE TABLE IF NOT EXISTS usage_quarters (
	start_ms bigint NOT NULL,
	kind text NOT NULL,
	jobs bigint NOT NULL,
	tokens bigint NOT NULL DEFAULT 0,
	captchas bigint NOT NULL DEFAULT 0,
	credits double precision NOT NULL DEFAULT 0,
	-- Jobs that ran and ended, and their total duration.
	ended_jobs bigint NOT NULL DEFAULT 0,
	duration_ms bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (start_ms, kind)
);

CREATE TABLE IF NOT EXISTS scrape_batches (
	id text PRIMARY KEY,
	output_format text NOT NULL,
	created_at_ms bigint NOT NULL
);

-- The addresses of a batch in the order submitted, each with its current job: a retry gives an item a new
-- one. The state of an item is that of its job.
CREATE TABLE IF NOT EXISTS scrape_batch_items (
	batch_id text NOT NULL REFERENCES scrape_batches (id),
	position integer NOT NULL,
	url text NOT NULL,
	job_id text NOT NULL REFERENCES jobs (id),
	PRIMARY KEY (batch_id, position)
);

-- One row per page of a crawl that has ended. Together they are also the state of the crawl: when it
-- resumes, the pages that it knows and those still to load are derived from them.
CREATE TABLE IF NOT EXISTS crawl_pages (
	id text PRIMARY KEY,
	job_id text NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	-- Skipped pages are not results: duplicates, redirects out of scope, pages forbidden by robots.txt.
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

-- Documents that were uploaded, or fetched from a link. The bytes are in a file named after the ID.
CREATE TABLE IF NOT EXISTS parse_files (
	id text PRIMARY KEY,
	file_name text NOT NULL,
	-- The link that the document was fetched from.
	source_url text,
	-- The size announced when the upload was prepared.
	announced_bytes bigint,
	-- NULL until all bytes have arrived.
	stored_bytes bigint,
	-- When the file is deleted: 24 hours after its bytes arrived, or after it was prepared.
	expires_at_ms bigint NOT NULL
);

-- The documents of a parse batch, in the order of the response to its submission.
CREATE TABLE IF NOT EXISTS parse_batch_documents (
	batch_id text NOT NULL,
	position integer NOT NULL,
	-- NULL for a document that was rejected when submitted; error then says why.
	job_id text REFERENCES jobs (id),
	file_name text NOT NULL,
	source_url text,
	file_id text,
	error text,
	PRIMARY KEY (batch_id, position)
);
