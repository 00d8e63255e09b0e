import type { INodeProperties } from 'n8n-workflow';
import { additionalFieldsOption } from '../shared/fields/additionalFields';
import {
	includeMarkdownOption,
	includeSourcesOption,
	onFailedDocumentExtractionOption,
	simplifyOption,
} from '../shared/fields/results';
import { readWanted } from '../shared/fields/whatToGet';
import { optionsField } from '../shared/fields/field';
import {
	maxJobsOption,
	readWaiting,
	waitForUncancellableJobOption,
	waitingOptions,
} from '../shared/fields/waiting';
import { omit } from '../shared/items/records';
import type { JobType } from '../shared/jobs/jobType';
import type { ItemParameters, JobOperation, PlannedJob } from '../shared/operations/operation';
import { readEach } from '../shared/operations/readItems';
import type { BatchDocument } from './submitRequest';
import {
	documentFields,
	markdownOptions,
	modeField,
	pageRangeOptions,
	readParseOptions,
} from './documentOptions';
import type { ParseView } from './parseItems';
import type { ParseOptions } from './parseJob';
import { parseResultOptions, readParseView } from './parseView';
import { describeMissing, readSources, sourceFields } from './source';

/** A document that an input item asks for, alone or in a batch. */
export interface DocumentDemand extends BatchDocument {
	options: ParseOptions;
	view: ParseView;
	waiting: ReturnType<typeof readWaiting>;
	/** All that is asked for beside the document: demands with the same may share a batch. */
	key: string;
}

/**
 * The fields of an operation that parses documents.
 * @param resultOptions further options for its results
 */
export function parseFields(
	{ timeoutSeconds }: JobType,
	resultOptions: readonly INodeProperties[] = [],
): INodeProperties[] {
	return [
		...sourceFields,
		...documentFields,
		optionsField(
			[
				modeField,
				includeMarkdownOption,
				includeSourcesOption,
				simplifyOption,
				...pageRangeOptions,
				...markdownOptions,
				additionalFieldsOption,
				...parseResultOptions,
				...resultOptions,
				onFailedDocumentExtractionOption,
			],
			[maxJobsOption, waitForUncancellableJobOption, ...waitingOptions(timeoutSeconds)],
		),
	];
}

/** @throws InputError when a field can't be used */
async function readDemands({ item, values }: ItemParameters, { timeoutSeconds }: JobType) {
	const wanted = readWanted(values);
	const options = readParseOptions(values, wanted);
	const settings = {
		itemIndex: item.index,
		options,
		view: readParseView(values, wanted),
		waiting: readWaiting(values, timeoutSeconds),
		key: JSON.stringify(omit(values, 'source', 'binaryPropertyName', 'url', 'fileId')),
	};
	const sources = await readSources(values, item);
	return {
		documents: sources.map((source): DocumentDemand => ({ ...settings, source })),
		hints: describeMissing(sources, values),
	};
}

export function planDocuments(
	jobType: JobType,
	toJobs: (documents: readonly DocumentDemand[]) => PlannedJob[],
): JobOperation['plan'] {
	return async (items) => {
		const { read, refused } = await readEach(
			items,
			async (parameters) => await readDemands(parameters, jobType),
		);
		return {
			jobs: toJobs(read.flatMap(({ documents }) => documents)),
			refused,
			hints: read.flatMap(({ hints }) => hints),
		};
	};
}
