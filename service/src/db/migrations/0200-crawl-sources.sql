-- JSON: where the values of a page's data were read, if the crawl was asked to say so.
ALTER TABLE crawl_pages ADD COLUMN sources text;
