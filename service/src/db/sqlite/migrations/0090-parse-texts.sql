-- The Markdown of parsed documents, page by page and in parts: a long one is never in memory as a whole.
CREATE TABLE parse_texts (
	job_id TEXT NOT NULL REFERENCES jobs (id) ON DELETE CASCADE,
	-- Index in the result's list of pages, and in the parts of the page; both start at 0.
	page INTEGER NOT NULL,
	part INTEGER NOT NULL,
	text TEXT NOT NULL,
	PRIMARY KEY (job_id, page, part)
) STRICT;

INSERT INTO parse_texts
SELECT job_id, page.key, 0, trim(page.value ->> '$.markdown', char(9, 10, 13, 32))
FROM job_results, json_each(result, '$.pages') AS page
WHERE job_id IN (SELECT id FROM jobs WHERE kind = 'parse')
	AND trim(page.value ->> '$.markdown', char(9, 10, 13, 32)) <> '';

UPDATE job_results SET result = json_set(result, '$.pages', (
	SELECT json_group_array(json_set(json_remove(page.value, '$.markdown'), '$.parts', (
		SELECT count(*) FROM parse_texts
		WHERE parse_texts.job_id = job_results.job_id AND parse_texts.page = page.key
	)) ORDER BY page.key)
	FROM json_each(result, '$.pages') AS page
))
WHERE job_id IN (SELECT id FROM jobs WHERE kind = 'parse') AND json_type(result, '$.pages') = 'array';
