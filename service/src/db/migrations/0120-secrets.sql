-- Parts of the request that must not be stored in plain text, encrypted; NULL once the job has ended.
ALTER TABLE jobs ADD COLUMN secrets text;
