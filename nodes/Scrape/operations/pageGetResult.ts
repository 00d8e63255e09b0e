import { jobIdField } from '../../shared/fields/locator';
import { simplifyField } from '../../shared/fields/results';
import { splitPageField } from '../../shared/fields/sections';
import { earlierGetField } from '../../shared/fields/whatToGet';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import { reportScrape, toScrapeItems } from '../../shared/jobTypes/scrapeItems';
import { scrapeJobType } from '../../shared/jobTypes/scrapeJob';
import { readEarlierView, resultOptions } from '../resultView';

export const pageGetResult = getResultOperation({
	resource: 'page',
	jobType: scrapeJobType,
	idField: jobIdField,
	action: 'Wait for scrape job and get result',
	description: 'Get the result of an earlier scrape, waiting if it is still running',
	resultFields: [earlierGetField, splitPageField, simplifyField],
	resultOptions,
	readView(values) {
		const view = readEarlierView(values);
		return {
			toItems: (answer) => toScrapeItems(answer, view),
			report: (answer) => reportScrape(answer, view),
		};
	},
});
