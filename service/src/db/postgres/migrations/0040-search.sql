-- Without search_text: it can be longer than an index of Postgres allows.
CREATE INDEX jobs_by_log ON jobs (log, created_at_ms DESC, id DESC) INCLUDE (state)
	WHERE log IS NOT NULL;

-- Words of a text, for searching: without accents, English words reduced to their stems. The text is cut to
-- what a tsvector can contain.
CREATE FUNCTION words_of(value text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT
RETURN to_tsvector(
	'english'::regconfig,
	regexp_replace(normalize(left(value, 250000), NFD), '[\u0300-\u036f]', '', 'g')
);

-- A search expression in the form of to_tsquery.
CREATE FUNCTION words_wanted(expression text) RETURNS tsquery
LANGUAGE sql IMMUTABLE STRICT
RETURN to_tsquery(
	'english'::regconfig,
	regexp_replace(normalize(expression, NFD), '[\u0300-\u036f]', '', 'g')
);

CREATE TABLE indexed_pages (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	url text NOT NULL,
	host text NOT NULL,
	title text NOT NULL,
	description text NOT NULL,
	url_words text NOT NULL,
	text text NOT NULL,
	publisher text,
	image_url text,
	published_at_ms bigint,
	is_article integer NOT NULL,
	indexed_at_ms bigint NOT NULL,
	words tsvector GENERATED ALWAYS AS (
		setweight(words_of(left(title, 2000)), 'A')
		|| setweight(words_of(left(description, 8000)), 'B')
		|| setweight(words_of(left(url_words, 2000)), 'C')
		|| setweight(words_of(text), 'D')
	) STORED,
	-- By hash: addresses may be longer than other indexes allow.
	EXCLUDE USING hash (url WITH =)
);

CREATE INDEX indexed_pages_by_words ON indexed_pages USING gin (words);
CREATE INDEX indexed_pages_by_age ON indexed_pages (indexed_at_ms);

CREATE TABLE indexed_media (
	id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
	page_id bigint NOT NULL REFERENCES indexed_pages (id) ON DELETE CASCADE,
	kind text NOT NULL CHECK (kind IN ('image', 'video')),
	media_url text NOT NULL,
	title text NOT NULL,
	thumbnail_url text,
	duration_seconds double precision,
	published_at_ms bigint,
	words tsvector GENERATED ALWAYS AS (words_of(left(title, 2000))) STORED
);

CREATE INDEX indexed_media_by_page ON indexed_media (page_id);
CREATE INDEX indexed_media_by_words ON indexed_media USING gin (words);
