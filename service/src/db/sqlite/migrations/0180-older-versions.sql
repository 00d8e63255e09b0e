-- 0.2.0 and 0.1.0 do not check whether a database is newer than they are. But at each start they write the
-- names of their migrations again, which now fails with the reason.
CREATE TRIGGER older_versions_stop BEFORE INSERT ON migrations
WHEN EXISTS (SELECT 1 FROM migrations WHERE name = new.name) BEGIN
	SELECT RAISE(ABORT, 'The database was written by a newer version of this service. Start that version, or restore a backup made before the update.');
END;
