-- Results lie apart from their jobs: whoever asks how a job fares never reads what it brought.
CREATE TABLE job_results (
	job_id TEXT PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
	-- The small part of the result that listings show, a JSON object.
	summary TEXT NOT NULL,
	result TEXT NOT NULL
) STRICT;

INSERT INTO job_results (job_id, summary, result)
SELECT
	id,
	CASE kind
		WHEN 'parse' THEN json_remove(result, '$.pages', '$.json')
		WHEN 'crawl' THEN result
		ELSE json_object('screenshotFile', result ->> '$.data[0].screenshotFile')
	END,
	result
FROM jobs WHERE result IS NOT NULL AND json_type(result) = 'object';

DROP VIEW scrape_logs;
DROP VIEW search_logs;
DROP INDEX jobs_by_kind;
DROP INDEX jobs_by_creation;
ALTER TABLE jobs DROP COLUMN result;

-- What the job is about, in lower case: logs are searched by it.
ALTER TABLE jobs ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
-- Why the job is to end at its next checkpoint, also after a restart.
ALTER TABLE jobs ADD COLUMN stop_reason TEXT;
-- It ran when the process died, and so did others: from then on it runs alone among its like.
ALTER TABLE jobs ADD COLUMN is_suspect INTEGER NOT NULL DEFAULT 0;
-- The logs in which the job appears.
ALTER TABLE jobs ADD COLUMN log TEXT AS (
	CASE kind WHEN 'scrape' THEN 'scrape' WHEN 'batch' THEN 'scrape' WHEN 'search' THEN 'search' END
) VIRTUAL;

UPDATE jobs SET search_text = lower(coalesce(
	(SELECT group_concat(value ->> '$.url', ' ') FROM json_each(request, '$.urls')),
	request ->> '$.query', request ->> '$.baseUrl', request ->> '$.url', request ->> '$.fileName', ''
));

CREATE INDEX jobs_by_kind ON jobs (kind, created_at_ms DESC, id DESC);
-- Holds all that filters ask for, so that counting and paging read nothing else.
CREATE INDEX jobs_by_log ON jobs (log, created_at_ms DESC, id DESC, state, search_text)
	WHERE log IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (finished_at_ms, id)
	WHERE state IN ('completed', 'failed', 'cancelled');

CREATE VIEW scrape_logs AS
SELECT
	id AS uuid,
	CASE state
		WHEN 'completed' THEN 'success'
		WHEN 'failed' THEN 'error'
		WHEN 'cancelled' THEN 'error'
		ELSE 'in_progress'
	END AS status,
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
	credits_used
FROM jobs
WHERE log = 'scrape';

CREATE VIEW search_logs AS
SELECT
	id AS uuid,
	CASE state
		WHEN 'completed' THEN 'success'
		WHEN 'failed' THEN 'error'
		WHEN 'cancelled' THEN 'error'
		ELSE 'in_progress'
	END AS status,
	coalesce(started_at_ms, created_at_ms) AS started_at_ms,
	finished_at_ms,
	CASE state
		WHEN 'failed' THEN error
		WHEN 'cancelled' THEN 'Search cancelled'
	END AS error_message,
	json_extract(request, '$.query') AS query,
	json_extract(request, '$.sources') AS sources,
	json_extract(request, '$.country') AS country,
	json_extract(request, '$.limit') AS result_limit,
	credits_used
FROM jobs
WHERE log = 'search';

-- What the jobs accepted in a quarter of an hour have come to, by kind. Days begin on a quarter in
-- every time zone. It outlives the jobs, so usage figures stay whole when old jobs are deleted.
CREATE TABLE usage_quarters (
	start_ms INTEGER NOT NULL,
	kind TEXT NOT NULL,
	jobs INTEGER NOT NULL,
	tokens INTEGER NOT NULL DEFAULT 0,
	captchas INTEGER NOT NULL DEFAULT 0,
	credits REAL NOT NULL DEFAULT 0,
	-- Jobs that ran and ended, and how long they took together.
	ended_jobs INTEGER NOT NULL DEFAULT 0,
	duration_ms INTEGER NOT NULL DEFAULT 0,
	PRIMARY KEY (start_ms, kind)
) STRICT, WITHOUT ROWID;

INSERT INTO usage_quarters
SELECT
	created_at_ms / 900000 * 900000, kind, count(*),
	sum(input_tokens + output_tokens), sum(captchas_solved), sum(credits_used),
	count(finished_at_ms - started_at_ms),
	coalesce(sum(finished_at_ms - started_at_ms), 0)
FROM jobs GROUP BY 1, 2;

CREATE TRIGGER jobs_accepted AFTER INSERT ON jobs BEGIN
	INSERT INTO usage_quarters (start_ms, kind, jobs)
	VALUES (new.created_at_ms / 900000 * 900000, new.kind, 1)
	ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;

-- By differences, because a cancelled job may still be charged afterwards.
CREATE TRIGGER jobs_charged
AFTER UPDATE OF credits_used, input_tokens, output_tokens, captchas_solved, finished_at_ms ON jobs
BEGIN
	UPDATE usage_quarters SET
		tokens = tokens
			+ (new.input_tokens + new.output_tokens) - (old.input_tokens + old.output_tokens),
		captchas = captchas + new.captchas_solved - old.captchas_solved,
		credits = credits + new.credits_used - old.credits_used,
		ended_jobs = ended_jobs
			+ (new.finished_at_ms - new.started_at_ms IS NOT NULL)
			- (old.finished_at_ms - old.started_at_ms IS NOT NULL),
		duration_ms = duration_ms
			+ coalesce(new.finished_at_ms - new.started_at_ms, 0)
			- coalesce(old.finished_at_ms - old.started_at_ms, 0)
	WHERE start_ms = old.created_at_ms / 900000 * 900000 AND kind = old.kind;
END;

-- The record of a crawl is summed up from it: the rows themselves hold the data of their pages.
CREATE INDEX crawl_pages_totals
	ON crawl_pages (job_id, status, input_tokens, output_tokens, finished_at_ms);
-- Re-extracted pages share the files of the pages they were read from.
CREATE INDEX crawl_pages_by_html_file ON crawl_pages (html_file) WHERE html_file IS NOT NULL;
CREATE INDEX crawl_pages_by_markdown_file ON crawl_pages (markdown_file)
	WHERE markdown_file IS NOT NULL;
CREATE INDEX parse_batch_documents_by_job ON parse_batch_documents (job_id);
CREATE INDEX indexed_pages_by_age ON indexed_pages (indexed_at_ms);
