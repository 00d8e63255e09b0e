import { readChoice } from '../../shared/fields/choice';
import { simplifyField } from '../../shared/fields/simplify';
import { jobIdField } from '../../shared/fields/jobId';
import { readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { jobSplitField, readResultView, resultOptions } from '../resultView';
import { describeScrape, toScrapeItems } from '../../shared/kinds/scrapeItems';
import { SCRAPE_TIMEOUT_SECONDS, scrapeJobKind } from '../../shared/kinds/scrapeJob';

export const pageGetResult: JobOperation = {
	kind: 'job',
	resource: 'page',
	value: 'getResult',
	name: 'Get Result',
	action: 'Wait for a scrape job and get its result',
	description: 'Get the result of a scrape that was started before; waits while it runs',
	fields: [
		jobIdField,
		waitForTakenUpJobField,
		jobSplitField,
		simplifyField,
		optionsField(resultOptions, waitingOptions(SCRAPE_TIMEOUT_SECONDS)),
	],
	prepare(values) {
		const view = readResultView(values, readChoice(values, jobSplitField));
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
