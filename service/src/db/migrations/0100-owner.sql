-- Of the start that may write how the job ended: another start takes it away from this one.
ALTER TABLE jobs ADD COLUMN owner text;
