import { additionalFieldsOption } from '../../shared/fields/additionalFields';
import { onFailedDocumentExtractionOption } from '../../shared/fields/onFailedExtraction';
import { optionsField } from '../../shared/fields/optionsField';
import {
	maxJobsOption,
	waitForUncancellableJobField,
	waitingOptions,
	readWaiting,
} from '../../shared/fields/waiting';
import type {
	PlannedJob,
	JobOperation,
	JobPlan,
	ItemParameters,
} from '../../shared/operations/operation';
import { readEach } from '../../shared/operations/readItems';
import {
	markdownOptions,
	modeField,
	pageRangeOptions,
	parseExtractionFields,
	readParseOptions,
} from '../documentOptions';
import { describeDocument, toParseItems } from '../parseItems';
import { asParseJob, PARSE_TIMEOUT_SECONDS, parseJobType } from '../parseJob';
import { parseResultFields, parseResultOptions, readParseView } from '../parseView';
import { describeMissing, readSources, sourceFields } from '../source';
import { storeLargeFile, toSubmitRequest } from '../submitRequest';

/**
 * The jobs of one item: one for each of its documents.
 * @throws InputError
 */
async function readItem({ values, item }: ItemParameters) {
	const waiting = readWaiting(values, PARSE_TIMEOUT_SECONDS);
	const options = { ...readParseOptions(values), wait: waiting.isWaitedFor };
	const view = readParseView(values, options);
	const sources = await readSources(values, item);
	const jobs = sources.map((source): PlannedJob => ({
		itemIndexes: [item.index],
		task: {
			jobType: parseJobType,
			start: {
				submit: toSubmitRequest(source, options),
				complete: async (client, signal) =>
					(await storeLargeFile(source, options, client, signal)) ??
					toSubmitRequest(source, options),
			},
			...waiting,
		},
		toItems: (answer) => toParseItems(asParseJob(answer), view),
		toHints: (answer) => describeDocument(asParseJob(answer), view),
	}));
	return { jobs, hints: describeMissing(sources, values) };
}

export const documentParse: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'parse',
	name: 'Parse',
	action: 'Parse document',
	description:
		'Turn a PDF, Word, Excel, PowerPoint or other document into Markdown, and extract fields from it',
	agentDescription:
		'Read a document (PDF, Word, Excel, PowerPoint, image and more) by its link or file ID. Returns its text as Markdown, or the fields asked for.',
	builderHint:
		"The usual one, for one document or all attachments of an item. Extracts fields when 'Schema' or 'Prompt' is set. Use 'One Item per Row' for the lines of an invoice or table.",
	fields: [
		...sourceFields,
		modeField,
		...parseExtractionFields,
		waitForUncancellableJobField,
		...parseResultFields,
		optionsField(
			[
				...pageRangeOptions,
				...markdownOptions,
				additionalFieldsOption,
				...parseResultOptions,
				onFailedDocumentExtractionOption,
			],
			[maxJobsOption, ...waitingOptions(PARSE_TIMEOUT_SECONDS)],
		),
	],
	async plan(items): Promise<JobPlan> {
		const { read: demands, refused } = await readEach(items, readItem);
		return {
			jobs: demands.flatMap(({ jobs }) => jobs),
			refused,
			hints: demands.flatMap(({ hints }) => hints),
		};
	},
};
