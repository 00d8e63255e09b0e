-- In whose turn a job runs: a mark of the key that asked for it, and the jobs that belong together.
ALTER TABLE jobs ADD COLUMN asker text NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN turn_group text NOT NULL DEFAULT '';
-- Its place in the order in which the waiting jobs of its kind and lane start.
ALTER TABLE jobs ADD COLUMN turn integer NOT NULL DEFAULT 0;
-- What it waits for among the jobs of its kind; empty for the usual.
ALTER TABLE jobs ADD COLUMN lane text NOT NULL DEFAULT '';
-- The encoding that the server of a linked document named for its text.
ALTER TABLE parse_files ADD COLUMN charset text;
-- Batches of documents, also those of which every document was refused and no job tells their age.
CREATE TABLE parse_batches (
	id text PRIMARY KEY,
	created_at_ms bigint NOT NULL
);
INSERT INTO parse_batches SELECT DISTINCT batch_id, 0 FROM parse_batch_documents;
