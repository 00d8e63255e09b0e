import { jobIdField, readJobId } from '../../shared/fields/jobId';
import { simplifyField } from '../../shared/fields/simplify';
import { byName } from '../../shared/fields/showFor';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readFlag } from '../../shared/items/parameterValues';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { describeScrapeFlags, toRawItem, toScrapeItem } from '../scrapeItems';
import { SCRAPE_TIMEOUT_SECONDS, scrapeJobKind } from '../scrapeJob';

export const pageGetResult: JobOperation = {
	kind: 'job',
	resource: 'page',
	value: 'getResult',
	name: 'Get Result',
	action: 'Get the result of a scrape job',
	description:
		'Take up a scrape job by its ID: return its result, or its status while it runs, or wait for it',
	fields: [
		jobIdField,
		waitForTakenUpJobField,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: byName(waitingOptions(SCRAPE_TIMEOUT_SECONDS)),
		},
	],
	prepare(values) {
		const isSimplified = readFlag(values, 'simplify');
		return {
			task: {
				kind: scrapeJobKind,
				start: { takeUp: readJobId(values) },
				...readWaiting(values, SCRAPE_TIMEOUT_SECONDS),
			},
			toItems: (answer) => [isSimplified ? toScrapeItem(answer) : toRawItem(answer)],
			toHints: describeScrapeFlags,
		};
	},
};
