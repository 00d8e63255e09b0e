/** @param {string[]} folders */
const under = (...folders) => folders.map((folder) => `nodes/${folder}/**/!(*.node).ts`);

/**
 * The parts of the nodes that are mutated by themselves, because all at once takes hours: the folders
 * whose code is changed, and the folders of unit tests that should notice.
 * @type {Record<string, { files: string[]; tests: string[] }>}
 */
const PARTS = {
	jobs: { files: under('shared/jobs', 'shared/transport'), tests: ['jobs', 'transport'] },
	trigger: { files: under('WebDataTrigger'), tests: ['WebDataTrigger'] },
	jobTypes: {
		files: under('shared/jobTypes'),
		tests: ['jobTypes', 'Scrape', 'Crawl', 'Search', 'operations'],
	},
	items: {
		files: under('shared/items', 'shared/fields'),
		tests: ['items', 'fields', 'operations'],
	},
	operations: { files: under('shared/operations'), tests: ['operations', 'jobs'] },
	scrape: { files: under('Scrape'), tests: ['Scrape'] },
	parse: { files: under('Parse'), tests: ['Parse'] },
	others: {
		files: under('Crawl', 'Search', 'Logs', 'Usage'),
		tests: ['Crawl', 'Search', 'Logs', 'Usage'],
	},
};

/** The part that the environment variable PART names; the job runner and the client by default. */
exports.partToMutate = () => {
	const name = process.env.PART || 'jobs';
	const part = PARTS[name];
	if (!part) throw new Error(`PART is '${name}'. Choose one of: ${Object.keys(PARTS).join(', ')}.`);
	return { name, ...part };
};
