-- ID of the run that may write how the job ended: when the job is started again, the new run replaces it.
ALTER TABLE jobs ADD COLUMN owner text;
