CREATE TABLE settings (
	name TEXT PRIMARY KEY,
	value TEXT NOT NULL
) STRICT;

CREATE TABLE api_keys (
	id TEXT PRIMARY KEY,
	name TEXT NOT NULL UNIQUE,
	hash TEXT NOT NULL UNIQUE,
	hint TEXT NOT NULL,
	is_active INTEGER NOT NULL DEFAULT 1,
	created_at_ms INTEGER NOT NULL
) STRICT;

-- One row per accepted job of any kind. It is also the record that logs and usage figures are
-- read from, so that the two can never disagree.
CREATE TABLE jobs (
	id TEXT PRIMARY KEY,
	kind TEXT NOT NULL,
	state TEXT NOT NULL CHECK (
		state IN ('waiting', 'active', 'completed', 'failed', 'delayed', 'cancelled')
	),
	error TEXT,
	attempts INTEGER NOT NULL DEFAULT 0,
	created_at_ms INTEGER NOT NULL,
	run_after_ms INTEGER,
	started_at_ms INTEGER,
	finished_at_ms INTEGER,
	credits_used REAL NOT NULL DEFAULT 0,
	input_tokens INTEGER NOT NULL DEFAULT 0,
	output_tokens INTEGER NOT NULL DEFAULT 0,
	captchas_solved INTEGER NOT NULL DEFAULT 0,
	-- The large ones last: sums and listings then never read past them.
	request TEXT NOT NULL,
	result TEXT
) STRICT;

CREATE INDEX jobs_by_kind ON jobs (kind, created_at_ms, id);
CREATE INDEX jobs_by_creation ON jobs (created_at_ms);
CREATE INDEX jobs_unfinished ON jobs (kind) WHERE state IN ('waiting', 'active', 'delayed');

CREATE VIEW scrape_logs AS
SELECT
	id AS uuid,
	CASE state
		WHEN 'completed' THEN 'success'
		WHEN 'failed' THEN 'error'
		WHEN 'cancelled' THEN 'error'
		ELSE 'in_progress'
	END AS status,
	created_at_ms,
	coalesce(started_at_ms, created_at_ms) AS started_at_ms,
	finished_at_ms,
	CASE state
		WHEN 'failed' THEN error
		WHEN 'cancelled' THEN coalesce(error, 'Cancelled')
	END AS error_message,
	json_extract(request, '$.urls') AS urls,
	json_extract(request, '$.prompt') AS extraction_prompt,
	input_tokens,
	output_tokens,
	captchas_solved,
	credits_used,
	result
FROM jobs
WHERE kind = 'scrape';
