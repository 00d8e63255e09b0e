CREATE TABLE scrape_batches (
	-- In the order they came: listings are newest first.
	sequence INTEGER PRIMARY KEY,
	id TEXT NOT NULL UNIQUE,
	output_format TEXT NOT NULL,
	created_at_ms INTEGER NOT NULL
) STRICT;

-- The addresses of a batch in the order submitted, each with the job that scrapes it now: a retry
-- gives an item a new job. How an item fares is in its job.
CREATE TABLE scrape_batch_items (
	batch_id TEXT NOT NULL REFERENCES scrape_batches (id),
	position INTEGER NOT NULL,
	url TEXT NOT NULL,
	job_id TEXT NOT NULL REFERENCES jobs (id),
	PRIMARY KEY (batch_id, position)
) STRICT;

-- Again, because the items of batches are scrapes too: each one has its log.
DROP VIEW scrape_logs;
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
WHERE kind IN ('scrape', 'batch');
