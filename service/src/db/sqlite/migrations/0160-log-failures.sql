-- Holds all that filters of logs ask for, so that counting and paging read nothing else.
DROP INDEX jobs_by_log;
CREATE INDEX jobs_by_log
	ON jobs (log, created_at_ms DESC, id DESC, state, has_failures, search_text)
	WHERE log IS NOT NULL;
