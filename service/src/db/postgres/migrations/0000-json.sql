-- JSON that keeps its text as it is. SQLite takes the name for text.
CREATE DOMAIN json_text AS json;
