-- Without search_text: it can be longer than an index of Postgres allows.
DROP INDEX jobs_by_log;
CREATE INDEX jobs_by_log ON jobs (log, created_at_ms DESC, id DESC) INCLUDE (state, has_failures)
	WHERE log IS NOT NULL;
