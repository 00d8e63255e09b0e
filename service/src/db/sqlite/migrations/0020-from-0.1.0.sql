-- Only for data of 0.1.0: converts its jobs to the tables of later versions.
DROP VIEW IF EXISTS scrape_logs;
DROP VIEW IF EXISTS search_logs;
DROP VIEW IF EXISTS crawls;
DROP INDEX jobs_by_kind;
DROP INDEX jobs_by_creation;

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

ALTER TABLE jobs DROP COLUMN result;
ALTER TABLE jobs ADD COLUMN search_text TEXT NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN stop_reason TEXT;
ALTER TABLE jobs ADD COLUMN is_suspect INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN log TEXT AS (
	CASE kind WHEN 'scrape' THEN 'scrape' WHEN 'batch' THEN 'scrape' WHEN 'search' THEN 'search' END
) VIRTUAL;

UPDATE jobs SET search_text = lower(coalesce(
	(SELECT group_concat(value ->> '$.url', ' ') FROM json_each(request, '$.urls')),
	request ->> '$.query', request ->> '$.baseUrl', request ->> '$.url', request ->> '$.fileName', ''
));

INSERT INTO usage_quarters
SELECT
	created_at_ms / 900000 * 900000, kind, count(*),
	sum(input_tokens + output_tokens), sum(captchas_solved), sum(credits_used),
	count(finished_at_ms - started_at_ms),
	coalesce(sum(finished_at_ms - started_at_ms), 0)
FROM jobs GROUP BY 1, 2;
