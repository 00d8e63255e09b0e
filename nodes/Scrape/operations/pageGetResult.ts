import { jobIdField } from '../../shared/fields/jobId';
import { readId } from '../../shared/fields/locator';
import { onFailedPartOption } from '../../shared/fields/onFailedPart';
import { optionsField } from '../../shared/fields/optionsField';
import { rowOptions } from '../../shared/fields/rows';
import { downloadScreenshotsOption } from '../../shared/fields/screenshots';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { readResultView, resultFields } from '../resultView';
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
		...resultFields,
		optionsField([
			downloadScreenshotsOption,
			onFailedPartOption('Page'),
			...rowOptions,
			...waitingOptions(SCRAPE_TIMEOUT_SECONDS),
		]),
	],
	prepare(values) {
		return {
			task: {
				kind: scrapeJobKind,
				start: { takeUp: readId(values, jobIdField) },
				...readWaiting(values, SCRAPE_TIMEOUT_SECONDS),
			},
			...readResultView(values),
		};
	},
};
