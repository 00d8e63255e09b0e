-- Whether a completed job has pages that failed; its error says which.
ALTER TABLE jobs ADD COLUMN has_failures integer NOT NULL DEFAULT 0;
UPDATE jobs SET has_failures = 1 WHERE state = 'completed' AND error IS NOT NULL;
-- The dashboard lists the jobs that ended in the same way, newest first.
CREATE INDEX jobs_by_end ON jobs (state, has_failures, created_at_ms DESC, id DESC)
	WHERE finished_at_ms IS NOT NULL;
