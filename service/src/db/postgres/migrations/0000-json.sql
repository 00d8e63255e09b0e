-- JSON that keeps its text as it is. In SQLite, a column of this type has text affinity.
CREATE DOMAIN json_text AS json;
