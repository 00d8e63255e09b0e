-- Documents that were uploaded, or fetched from a link. The bytes lie in a file named by the ID.
CREATE TABLE parse_files (
	id TEXT PRIMARY KEY,
	file_name TEXT NOT NULL,
	-- Where a linked document came from.
	source_url TEXT,
	-- What a prepared upload said it would bring.
	announced_bytes INTEGER,
	-- NULL until the bytes are there, all of them.
	stored_bytes INTEGER,
	-- When the file is deleted: 24 hours after its bytes came, or after it was prepared.
	expires_at_ms INTEGER NOT NULL
) STRICT;

CREATE INDEX parse_files_by_expiry ON parse_files (expires_at_ms);

-- The documents of a parse batch in the order of the submit answer.
CREATE TABLE parse_batch_documents (
	batch_id TEXT NOT NULL,
	position INTEGER NOT NULL,
	-- NULL for a document that was refused at submit; then error says why.
	job_id TEXT REFERENCES jobs (id),
	file_name TEXT NOT NULL,
	source_url TEXT,
	file_id TEXT,
	error TEXT,
	PRIMARY KEY (batch_id, position)
) STRICT;
