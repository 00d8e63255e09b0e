-- What may not lie in `request`, encrypted; there only while the job can still run.
ALTER TABLE jobs ADD COLUMN secrets text;
