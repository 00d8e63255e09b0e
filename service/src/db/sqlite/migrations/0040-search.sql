-- Covers all columns that logs are filtered by, so that counting and paging read only the index.
CREATE INDEX IF NOT EXISTS jobs_by_log
	ON jobs (log, created_at_ms DESC, id DESC, state, search_text) WHERE log IS NOT NULL;

-- Pages that this service has read, for searching them. One row per address, with its latest version.
CREATE TABLE IF NOT EXISTS indexed_pages (
	id INTEGER PRIMARY KEY,
	url TEXT NOT NULL UNIQUE,
	-- Lower case, for domain filters.
	host TEXT NOT NULL,
	title TEXT NOT NULL,
	description TEXT NOT NULL,
	-- Words of the address, which people search for, too.
	url_words TEXT NOT NULL,
	text TEXT NOT NULL,
	publisher TEXT,
	image_url TEXT,
	published_at_ms INTEGER,
	is_article INTEGER NOT NULL,
	indexed_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX IF NOT EXISTS indexed_pages_by_age ON indexed_pages (indexed_at_ms);

-- Images and videos that pages show.
CREATE TABLE IF NOT EXISTS indexed_media (
	id INTEGER PRIMARY KEY,
	page_id INTEGER NOT NULL REFERENCES indexed_pages (id) ON DELETE CASCADE,
	kind TEXT NOT NULL CHECK (kind IN ('image', 'video')),
	media_url TEXT NOT NULL,
	title TEXT NOT NULL,
	thumbnail_url TEXT,
	duration_seconds INTEGER,
	published_at_ms INTEGER
) STRICT;

CREATE INDEX IF NOT EXISTS indexed_media_by_page ON indexed_media (page_id);

CREATE VIRTUAL TABLE IF NOT EXISTS page_words USING fts5 (
	title, description, url_words, text,
	content = 'indexed_pages', content_rowid = 'id',
	tokenize = "porter unicode61 remove_diacritics 2"
);

CREATE TRIGGER IF NOT EXISTS indexed_pages_added AFTER INSERT ON indexed_pages BEGIN
	INSERT INTO page_words (rowid, title, description, url_words, text)
	VALUES (new.id, new.title, new.description, new.url_words, new.text);
END;

CREATE TRIGGER IF NOT EXISTS indexed_pages_removed AFTER DELETE ON indexed_pages BEGIN
	INSERT INTO page_words (page_words, rowid, title, description, url_words, text)
	VALUES ('delete', old.id, old.title, old.description, old.url_words, old.text);
END;

CREATE VIRTUAL TABLE IF NOT EXISTS media_words USING fts5 (
	title,
	content = 'indexed_media', content_rowid = 'id',
	tokenize = "porter unicode61 remove_diacritics 2"
);

CREATE TRIGGER IF NOT EXISTS indexed_media_added AFTER INSERT ON indexed_media BEGIN
	INSERT INTO media_words (rowid, title) VALUES (new.id, new.title);
END;

CREATE TRIGGER IF NOT EXISTS indexed_media_removed AFTER DELETE ON indexed_media BEGIN
	INSERT INTO media_words (media_words, rowid, title) VALUES ('delete', old.id, old.title);
END;
