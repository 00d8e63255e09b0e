import { readChoice } from '../../shared/fields/choice';
import { jobIdField } from '../../shared/fields/jobId';
import { simplifyField } from '../../shared/fields/simplify';
import { takeUpOperation } from '../../shared/operations/takeUpOperation';
import { answersOfScrape, describeScrape, toScrapeItems } from '../../shared/kinds/scrapeItems';
import { SCRAPE_TIMEOUT_SECONDS, scrapeJobKind } from '../../shared/kinds/scrapeJob';
import { jobSplitField, readResultView, resultOptions } from '../resultView';

export const pageGetResult = takeUpOperation({
	resource: 'page',
	kind: scrapeJobKind,
	idField: jobIdField,
	timeoutSeconds: SCRAPE_TIMEOUT_SECONDS,
	action: 'Wait for scrape job and get result',
	description: 'Get the result of a scrape that was started before; waits while it runs',
	resultFields: [jobSplitField, simplifyField],
	resultOptions,
	readView(values) {
		const view = readResultView(values, readChoice(values, jobSplitField));
		return {
			toItems: (answer) => toScrapeItems(answer, view),
			toHints: (answer) => describeScrape(answer, view),
			toAnswers: answersOfScrape,
		};
	},
});
