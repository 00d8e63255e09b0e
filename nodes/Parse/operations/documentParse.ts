import { optionsField } from '../../shared/fields/optionsField';
import {
	maxJobsOption,
	waitForUncancellableJobField,
	waitingOptions,
} from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import {
	markdownOptions,
	modeField,
	pageRangeOptions,
	parseExtractionFields,
	readParseOptions,
} from '../documentOptions';
import { describeWarnings, toParseItems } from '../parseItems';
import { asParseJob, PARSE_TIMEOUT_SECONDS, parseJobKind } from '../parseJob';
import { markdownFileOptions, parseResultFields, readParseView } from '../parseView';
import { readSource, sourceFields } from '../source';
import { storeLargeFile, toSubmitRequest } from '../submitRequest';

export const documentParse: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'parse',
	name: 'Parse',
	action: 'Parse a document',
	description:
		'Turn a PDF, Word, Excel, PowerPoint or other document into Markdown, and extract fields from it',
	fields: [
		...sourceFields,
		modeField,
		...parseExtractionFields,
		waitForUncancellableJobField,
		...parseResultFields,
		optionsField([
			...pageRangeOptions,
			...markdownOptions,
			...markdownFileOptions,
			maxJobsOption,
			...waitingOptions(PARSE_TIMEOUT_SECONDS),
		]),
	],
	async prepare(values, item) {
		const source = await readSource(values, item);
		const waiting = readWaiting(values, PARSE_TIMEOUT_SECONDS);
		const options = { ...readParseOptions(values), wait: waiting.isWaitedFor };
		const view = readParseView(values);
		return {
			task: {
				kind: parseJobKind,
				start: {
					submit: toSubmitRequest(source, options),
					complete: async (client, signal) =>
						(await storeLargeFile(source, options, client, signal)) ??
						toSubmitRequest(source, options),
				},
				...waiting,
			},
			toItems: (answer) => toParseItems(asParseJob(answer), view),
			toHints: (answer) => describeWarnings(asParseJob(answer), view),
		};
	},
};
