/** Kind of the jobs that scrape the addresses of batches, one each. */
export const BATCH_KIND = 'batch';
