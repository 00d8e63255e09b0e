ALTER TABLE usage_quarters SET (fillfactor = 50);

CREATE FUNCTION count_accepted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO usage_quarters (start_ms, kind, jobs)
	SELECT created_at_ms / 900000 * 900000, kind, count(*) FROM accepted GROUP BY 1, 2 ORDER BY 1, 2
	ON CONFLICT (start_ms, kind) DO UPDATE SET jobs = usage_quarters.jobs + excluded.jobs;
	RETURN NULL;
END $$;

CREATE TRIGGER jobs_accepted AFTER INSERT ON jobs
REFERENCING NEW TABLE AS accepted
FOR EACH STATEMENT EXECUTE FUNCTION count_accepted();

-- Adds differences, because a cancelled job may still be charged afterwards.
CREATE FUNCTION count_charged() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	UPDATE usage_quarters SET
		tokens = tokens
			+ (new.input_tokens + new.output_tokens) - (old.input_tokens + old.output_tokens),
		captchas = captchas + new.captchas_solved - old.captchas_solved,
		credits = credits + new.credits_used - old.credits_used,
		ended_jobs = ended_jobs
			+ (new.finished_at_ms - new.started_at_ms IS NOT NULL)::integer
			- (old.finished_at_ms - old.started_at_ms IS NOT NULL)::integer,
		duration_ms = duration_ms
			+ coalesce(new.finished_at_ms - new.started_at_ms, 0)
			- coalesce(old.finished_at_ms - old.started_at_ms, 0)
	WHERE start_ms = old.created_at_ms / 900000 * 900000 AND kind = old.kind;
	RETURN NULL;
END $$;

CREATE TRIGGER jobs_charged
AFTER UPDATE OF credits_used, input_tokens, output_tokens, captchas_solved, finished_at_ms ON jobs
FOR EACH ROW EXECUTE FUNCTION count_charged();
