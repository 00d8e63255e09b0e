-- Fields that were picked in a page, under a name (dashboard, Pick Fields).
CREATE TABLE saved_picks (
	id text PRIMARY KEY,
	name text NOT NULL UNIQUE,
	url text NOT NULL,
	-- JSON: the fields with their selectors.
	pick text NOT NULL,
	-- JSON: in which share of the entries each field had a value.
	shares text NOT NULL,
	-- The selectors of its schema, to find it by them.
	selectors text NOT NULL,
	saved_at_ms bigint NOT NULL
);
CREATE INDEX saved_picks_by_selectors ON saved_picks (selectors);
