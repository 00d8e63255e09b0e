-- Stored texts are updated in place when their words are separated again.
CREATE TRIGGER IF NOT EXISTS indexed_pages_changed AFTER UPDATE OF title, description, text
	ON indexed_pages BEGIN
	INSERT INTO page_words (page_words, rowid, title, description, url_words, text)
	VALUES ('delete', old.id, old.title, old.description, old.url_words, old.text);
	INSERT INTO page_words (rowid, title, description, url_words, text)
	VALUES (new.id, new.title, new.description, new.url_words, new.text);
END;

CREATE TRIGGER IF NOT EXISTS indexed_media_changed AFTER UPDATE OF title ON indexed_media BEGIN
	INSERT INTO media_words (media_words, rowid, title) VALUES ('delete', old.id, old.title);
	INSERT INTO media_words (rowid, title) VALUES (new.id, new.title);
END;
