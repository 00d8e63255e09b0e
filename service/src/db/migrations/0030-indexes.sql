CREATE INDEX IF NOT EXISTS jobs_by_kind ON jobs (kind, created_at_ms DESC, id DESC);
-- The dashboard lists jobs of all kinds, newest first; the second column makes the order unambiguous.
CREATE INDEX IF NOT EXISTS jobs_newest ON jobs (created_at_ms DESC, id DESC);
CREATE INDEX IF NOT EXISTS jobs_failed ON jobs (finished_at_ms DESC) WHERE state = 'failed';
CREATE INDEX IF NOT EXISTS jobs_unfinished ON jobs (kind)
	WHERE state IN ('waiting', 'active', 'delayed');
CREATE INDEX IF NOT EXISTS jobs_ended ON jobs (finished_at_ms, id)
	WHERE state IN ('completed', 'failed', 'cancelled');

CREATE INDEX IF NOT EXISTS scrape_batch_items_by_job ON scrape_batch_items (job_id);
CREATE INDEX IF NOT EXISTS parse_batch_documents_by_job ON parse_batch_documents (job_id);
CREATE INDEX IF NOT EXISTS parse_files_by_expiry ON parse_files (expires_at_ms);

CREATE INDEX IF NOT EXISTS crawl_pages_by_job ON crawl_pages (job_id, finished_at_ms);
-- The totals of a crawl are read from this index alone: the rows contain the data of their pages.
CREATE INDEX IF NOT EXISTS crawl_pages_totals
	ON crawl_pages (job_id, status, input_tokens, output_tokens, finished_at_ms);
-- Re-extracted pages share the files of the pages they were read from.
CREATE INDEX IF NOT EXISTS crawl_pages_by_html_file ON crawl_pages (html_file)
	WHERE html_file IS NOT NULL;
CREATE INDEX IF NOT EXISTS crawl_pages_by_markdown_file ON crawl_pages (markdown_file)
	WHERE markdown_file IS NOT NULL;
