import { additionalFieldsOption } from '../../shared/fields/additionalFields';
import { onFailedDocumentExtractionOption } from '../../shared/fields/onFailedExtraction';
import { onFailedPartOption } from '../../shared/fields/onFailedPart';
import { optionsField } from '../../shared/fields/optionsField';
import {
	maxJobsOption,
	waitForUncancellableJobField,
	waitingOptions,
	readWaiting,
} from '../../shared/fields/waiting';
import { chunk } from '../../shared/items/chunk';
import { failedPartItems, type OutputItem } from '../../shared/items/outputItem';
import { comparableUrl, pairResults, type Match } from '../../shared/items/pairResults';
import { omit } from '../../shared/items/omit';
import type { ParameterValues } from '../../shared/items/parameterValues';
import type {
	PlannedJob,
	JobOperation,
	JobPlan,
	ItemParameters,
	JobAnswer,
} from '../../shared/operations/operation';
import { readEach } from '../../shared/operations/readItems';
import { WebDataError } from '../../shared/transport/webDataError';
import { completeBatch, identifyBatch, orderDocuments, type BatchDocument } from '../batchSubmit';
import {
	markdownOptions,
	modeField,
	pageRangeOptions,
	parseExtractionFields,
	readParseOptions,
} from '../documentOptions';
import {
	batchResults,
	MAX_BATCH_DOCUMENTS,
	PARSE_BATCH_TIMEOUT_SECONDS,
	parseBatchJobType,
} from '../parseBatchJob';
import { describeDocument } from '../parseItems';
import type { ParseJob, ParseOptions } from '../parseJob';
import { parseResultFields, parseResultOptions, readParseView } from '../parseView';
import { documentsOf, toBatchDocumentItems } from '../batchDocumentItems';
import { describeMissing, readSources, sourceFields } from '../source';

/** What one input item asks for. */
interface Demand extends BatchDocument {
	options: ParseOptions;
	values: ParameterValues;
}

async function readItem({ item, values }: ItemParameters) {
	readWaiting(values, PARSE_BATCH_TIMEOUT_SECONDS);
	readParseView(values);
	const options = readParseOptions(values);
	const sources = await readSources(values, item);
	return {
		documents: sources.map((source): Demand => ({
			itemIndex: item.index,
			source,
			options,
			values,
		})),
		hints: describeMissing(sources, values),
	};
}

/** Demands with the same options share batches: the options apply to every document. */
function groupDemands(demands: readonly Demand[]): Demand[][] {
	const groups = new Map<string, Demand[]>();
	for (const demand of demands) {
		const choices = omit(demand.values, 'source', 'binaryPropertyName', 'url', 'fileId');
		const key = JSON.stringify(choices);
		const group = groups.get(key) ?? [];
		group.push(demand);
		groups.set(key, group);
	}
	return [...groups.values()];
}

/** A service may clean file names: another name proves nothing. */
function matches({ sourceUrl, fileId, fileName }: ParseJob, { source }: BatchDocument): Match {
	if ('file' in source) {
		if (sourceUrl !== undefined) return 'no';
		return fileName === source.file.fileName ? 'yes' : 'maybe';
	}
	const isLink = 'url' in source;
	const named = isLink ? sourceUrl : fileId;
	if (named === undefined) return 'maybe';
	const isSame = isLink
		? comparableUrl(named) === comparableUrl(source.url)
		: named === source.fileId;
	return isSame ? 'yes' : 'no';
}

function missingDocumentError(batchId: string): WebDataError {
	return new WebDataError(
		`Batch ${batchId} has no result for this document`,
		"Read the batch again with the operation 'Get Batch Result'.",
		{ batchId },
	);
}

function toJob(demands: readonly Demand[]): PlannedJob[] {
	const [first] = demands;
	if (!first) return [];
	const { options, values } = first;
	const view = readParseView(values, options);
	const documents = orderDocuments(demands);
	const toItems = (answer: JobAnswer) => {
		const results = pairResults(documents, documentsOf(answer), matches);
		return documents.flatMap(({ itemIndex }, index): OutputItem[] => {
			const result = results[index];
			const items = result
				? toBatchDocumentItems(answer, result, view)
				: failedPartItems(
						{ batchId: answer.jobId },
						missingDocumentError(answer.jobId),
						view.onFailedDocument,
					);
			return items.map((item) => ({ ...item, itemIndex }));
		});
	};
	const job: PlannedJob = {
		itemIndexes: [...new Set(demands.map(({ itemIndex }) => itemIndex))],
		task: {
			jobType: parseBatchJobType,
			start: {
				submit: identifyBatch(documents, options),
				complete: (client, signal) => completeBatch(documents, options, client, signal),
			},
			...readWaiting(values, PARSE_BATCH_TIMEOUT_SECONDS),
		},
		collect: batchResults,
		toItems,
		toUnfinishedItems: toItems,
		toHints: (answer) =>
			documentsOf(answer).flatMap((document) => describeDocument(document, view)),
	};
	return [job];
}

export const documentParseBatch: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'parseBatch',
	name: 'Parse Batch',
	action: 'Parse many documents in batches',
	description:
		'Parse the documents of all input items in batches of up to 50, with a result for each',
	builderHint:
		'Prefer it to Parse when there are more than about ten documents: fewer requests, the same results.',
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
				onFailedPartOption('Document'),
				onFailedDocumentExtractionOption,
			],
			[maxJobsOption, ...waitingOptions(PARSE_BATCH_TIMEOUT_SECONDS)],
		),
	],
	async plan(items): Promise<JobPlan> {
		const { read: demands, refused } = await readEach(items, readItem);
		return {
			jobs: groupDemands(demands.flatMap(({ documents }) => documents))
				.flatMap((group) => chunk(group, MAX_BATCH_DOCUMENTS))
				.flatMap(toJob),
			refused,
			hints: demands.flatMap(({ hints }) => hints),
		};
	},
};
