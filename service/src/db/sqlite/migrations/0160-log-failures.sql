-- Covers all columns that logs are filtered by, so that counting and paging read only the index.
DROP INDEX jobs_by_log;
CREATE INDEX jobs_by_log
	ON jobs (log, created_at_ms DESC, id DESC, state, has_failures, search_text)
	WHERE log IS NOT NULL;
