-- 0.2.0 does not check whether a database is newer than it is. But at each start it writes the names of its
-- migrations again, which now fails with the reason.
CREATE FUNCTION stop_older_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM migrations WHERE name = new.name) THEN
		RAISE EXCEPTION 'The database was written by a newer version of this service. Start that version, or restore a backup made before the update.';
	END IF;
	RETURN new;
END $$;

CREATE TRIGGER older_versions_stop BEFORE INSERT ON migrations
FOR EACH ROW EXECUTE FUNCTION stop_older_versions();
