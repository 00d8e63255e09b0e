CREATE TRIGGER IF NOT EXISTS jobs_accepted AFTER INSERT ON jobs BEGIN
	INSERT INTO usage_quarters (start_ms, kind, jobs)
	VALUES (new.created_at_ms / 900000 * 900000, new.kind, 1)
	ON CONFLICT DO UPDATE SET jobs = jobs + 1;
END;

-- Adds differences, because a cancelled job may still be charged afterwards.
CREATE TRIGGER IF NOT EXISTS jobs_charged
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
