-- The tables and views of schema.ts; what each is for is said beside SQLite's. JSON is of type json,
-- which keeps the text as it is. Moments are epoch milliseconds; yes and no are 1 and 0.

CREATE TABLE settings (
	name text PRIMARY KEY,
	value text NOT NULL
);

CREATE TABLE api_keys (
	id text PRIMARY KEY,
	name text NOT NULL UNIQUE,
	hash text NOT NULL UNIQUE,
	hint text NOT NULL,
	is_active integer NOT NULL DEFAULT 1,
	created_at_ms bigint NOT NULL
);

CREATE TABLE dashboard_sessions (
	token_hash text PRIMARY KEY,
	expires_at_ms bigint NOT NULL
);

CREATE TABLE jobs (
	rowid bigint GENERATED ALWAYS AS IDENTITY,
	id text PRIMARY KEY,
	kind text NOT NULL,
	state text NOT NULL CHECK (
		state IN ('waiting', 'active', 'completed', 'failed', 'delayed', 'cancelled')
	),
	error text,
	attempts integer NOT NULL DEFAULT 0,
	created_at_ms bigint NOT NULL,
	run_after_ms bigint,
	started_at_ms bigint,
	finished_at_ms bigint,
	credits_used double precision NOT NULL DEFAULT 0,
	input_tokens bigint NOT NULL DEFAULT 0,
	output_tokens bigint NOT NULL DEFAULT 0,
	captchas_solved bigint NOT NULL DEFAULT 0,
	request json NOT NULL,
	search_text text NOT NULL DEFAULT '',
	stop_reason text,
	-- How often a process died while it ran.
	is_suspect integer NOT NULL DEFAULT 0,
	-- Of the start that may write how it ended; another start takes it away from this one.
	owner text,
	log text GENERATED ALWAYS AS (
		CASE kind WHEN 'scrape' THEN 'scrape' WHEN 'batch' THEN 'scrape' WHEN 'search' THEN 'search' END
	) STORED
);

CREATE INDEX jobs_by_kind ON jobs (kind, created_at_ms DESC, id DESC);
CREATE INDEX jobs_unfinished ON jobs (kind) WHERE state IN ('waiting', 'active', 'delayed');
CREATE INDEX jobs_newest ON jobs (created_at_ms DESC, id DESC);
CREATE INDEX jobs_failed ON jobs (finished_at_ms DESC) WHERE state = 'failed';
-- Without what logs are searched by: it is longer than an index of Postgres takes.
CREATE INDEX jobs_by_log ON jobs (log, created_at_ms DESC, id DESC) INCLUDE (state)
	WHERE log IS NOT NULL;
CREATE INDEX jobs_ended ON jobs (finished_at_ms, id)
	WHERE state IN ('completed', 'failed', 'cancelled');

CREATE TABLE job_results (
	job_id text PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
	summary json NOT NULL,
	result json NOT NULL
);

-- What running jobs say of themselves. Not kept when the database crashes: it is said again.
CREATE UNLOGGED TABLE job_progress (
	job_id text PRIMARY KEY REFERENCES jobs (id) ON DELETE CASCADE,
	progress json NOT NULL
);

-- Text of JSON; null where it cannot be text of Postgres: that has no character of code 0.
CREATE FUNCTION json_text(value json, name text) RETURNS text
LANGUAGE sql IMMUTABLE STRICT
RETURN CASE WHEN (value -> name)::text ~ '\\u0000' THEN NULL ELSE value ->> name END;

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
	request -> 'urls' AS urls,
	json_text(request, 'prompt') AS extraction_prompt,
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
	json_text(request, 'query') AS query,
	request -> 'sources' AS sources,
	json_text(request, 'country') AS country,
	json_text(request, 'limit')::numeric AS result_limit,
	credits_used
FROM jobs
WHERE log = 'search';

CREATE TABLE usage_quarters (
	start_ms bigint NOT NULL,
	kind text NOT NULL,
	jobs bigint NOT NULL,
	tokens bigint NOT NULL DEFAULT 0,
	captchas bigint NOT NULL DEFAULT 0,
	credits double precision NOT NULL DEFAULT 0,
	ended_jobs bigint NOT NULL DEFAULT 0,
	duration_ms bigint NOT NULL DEFAULT 0,
	PRIMARY KEY (start_ms, kind)
) WITH (fillfactor = 50);

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

-- By differences, because a cancelled job may still be charged afterwards.
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
