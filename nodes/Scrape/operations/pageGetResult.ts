import { jobIdField } from '../../shared/fields/jobId';
import { readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { jobResultFields, readResultView, readSplit, resultOptions } from '../resultView';
import { describeScrape, toScrapeItems } from '../../shared/kinds/scrapeItems';
import { SCRAPE_TIMEOUT_SECONDS, scrapeJobKind } from '../../shared/kinds/scrapeJob';

export const pageGetResult: JobOperation = {
	kind: 'job',
	resource: 'page',
	value: 'getResult',
	name: 'Get Result',
	action: 'Get the result of a scrape job',
	description:
		'Get the result of an existing scrape job by its ID; while it runs, get its status or wait for it',
	fields: [
		jobIdField,
		waitForTakenUpJobField,
		...jobResultFields,
		optionsField([...resultOptions, ...waitingOptions(SCRAPE_TIMEOUT_SECONDS)]),
	],
	prepare(values) {
		const view = readResultView(values, readSplit(values, ['job', 'page', 'row']));
		return {
			task: {
				kind: scrapeJobKind,
				start: { takeUp: readId(values, jobIdField) },
				...readWaiting(values, SCRAPE_TIMEOUT_SECONDS),
			},
			toItems: (answer) => toScrapeItems(answer, view),
			toHints: (answer) => describeScrape(answer, view),
		};
	},
};
