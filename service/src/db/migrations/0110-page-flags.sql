-- What is worth noticing about a page's answer: a JSON object with the names of api/openapi.yaml.
ALTER TABLE crawl_pages ADD COLUMN flags text NOT NULL DEFAULT '{}';
UPDATE crawl_pages SET flags = '{"ai_extraction_failed":true}' WHERE is_extraction_failed = 1;
ALTER TABLE crawl_pages DROP COLUMN is_extraction_failed;
