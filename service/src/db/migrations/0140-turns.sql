-- For taking turns: a digest of the key that submitted the job, and the jobs that belong together.
ALTER TABLE jobs ADD COLUMN asker text NOT NULL DEFAULT '';
ALTER TABLE jobs ADD COLUMN turn_group text NOT NULL DEFAULT '';
-- Its position in the order in which the waiting jobs of its kind and lane start.
ALTER TABLE jobs ADD COLUMN turn integer NOT NULL DEFAULT 0;
-- What it waits for among the jobs of its kind; usually empty.
ALTER TABLE jobs ADD COLUMN lane text NOT NULL DEFAULT '';
-- The text encoding that the server of a linked document declared.
ALTER TABLE parse_files ADD COLUMN charset text;
-- Batches of documents: one whose documents were all rejected has no job to derive its age from.
CREATE TABLE parse_batches (
	id text PRIMARY KEY,
	created_at_ms bigint NOT NULL
);
INSERT INTO parse_batches SELECT DISTINCT batch_id, 0 FROM parse_batch_documents;
