import type { INodeProperties } from 'n8n-workflow';
import { onFailedPartOption } from '../../shared/fields/onFailedPart';
import { optionsField } from '../../shared/fields/optionsField';
import { rowOptions } from '../../shared/fields/rows';
import {
	cancelOnStopOption,
	maxJobsOption,
	waitForCompletionField,
	waitingOptions,
} from '../../shared/fields/waiting';
import { chunk } from '../../shared/items/chunk';
import { InputError } from '../../shared/items/inputError';
import { readGroup, type ParameterValues } from '../../shared/items/parameterValues';
import { readUrls } from '../../shared/items/urlList';
import { readWaiting } from '../../shared/items/waiting';
import type {
	CombinedJob,
	CombinedJobOperation,
	CombinedPlan,
	ItemParameters,
} from '../../shared/operations/operation';
import { describeBatch, toRequestedItems, type RequestedUrl } from '../../shared/kinds/batchItems';
import {
	BATCH_TIMEOUT_SECONDS,
	batchJobKind,
	MAX_BATCH_URLS,
	type BatchRequest,
} from '../../shared/kinds/batchJob';
import { batchResultFields, readBatchView } from '../batchView';
import { extractionFields, readExtraction } from '../../shared/kinds/extraction';
import { pageOptions, readPageSettings } from '../../shared/kinds/pageOptions';

const urlsField: INodeProperties = {
	displayName: 'URLs',
	name: 'urls',
	type: 'string',
	typeOptions: { rows: 4 },
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.url }}',
	description:
		'Up to 50 web addresses per input item, one per line. An expression may also give a list.',
};

const combineField: INodeProperties = {
	displayName: 'Combine',
	name: 'combine',
	type: 'options',
	options: [
		{
			name: 'All Items',
			value: 'allItems',
			description: 'The addresses of all input items share batches of up to 50',
		},
		{ name: 'Per Item', value: 'perItem', description: 'Each input item gets its own batch' },
	],
	default: 'allItems',
	description:
		'How addresses are put into batches. Every result is paired to the input item that its address came from.',
};

/** The settings of a batch without its addresses; items with equal settings can share one. */
type BatchSettings = Omit<BatchRequest, 'urls'>;

/** What one input item asks for. */
interface BatchDemand {
	itemIndex: number;
	urls: string[];
	settings: BatchSettings;
	values: ParameterValues;
}

/**
 * Reads and checks the settings of one item. A batch without any wish for structure is asked for
 * Markdown: the service's own default would run AI over every page (gaps.md, Batch scrape).
 * @throws InputError
 */
function readBatchSettings(values: ParameterValues): BatchSettings {
	const { prompt, output, schema } = readExtraction(values);
	const isPlain = prompt === undefined && schema === undefined;
	const format = output ?? (isPlain ? 'markdown' : undefined);
	return {
		...(prompt !== undefined && { prompt }),
		...(format !== undefined && { output: format }),
		...(schema !== undefined && { schema }),
		...readPageSettings(readGroup(values, 'options')),
	};
}

function readDemand({ item, values }: ItemParameters): BatchDemand {
	const { combine } = values;
	if (combine !== 'allItems' && combine !== 'perItem') {
		throw new InputError(
			'Combine',
			`is ${JSON.stringify(combine)}`,
			'Choose All Items (allItems) or Per Item (perItem).',
		);
	}
	readWaiting(values, BATCH_TIMEOUT_SECONDS);
	readBatchView(values);
	return {
		itemIndex: item.index,
		urls: readUrls(values.urls, 'URLs', MAX_BATCH_URLS),
		settings: readBatchSettings(values),
		values,
	};
}

/** Demands that may share batches: all with the same settings, or each alone. */
function groupDemands(demands: readonly BatchDemand[]): BatchDemand[][] {
	const groups = new Map<string, BatchDemand[]>();
	for (const demand of demands) {
		const { urls, ...choices } = demand.values;
		const owner = choices.combine === 'perItem' ? demand.itemIndex : null;
		const key = JSON.stringify([owner, choices]);
		groups.set(key, [...(groups.get(key) ?? []), demand]);
	}
	return [...groups.values()];
}

function toJobs(group: readonly BatchDemand[]): CombinedJob[] {
	const [first] = group;
	if (!first) return [];
	return chunk(requestOnce(group), MAX_BATCH_URLS).map((part) => toJob(part, first));
}

/** Each address once, however many input items ask for it: a page is paid for each time it is sent. */
function requestOnce(group: readonly BatchDemand[]): RequestedUrl[] {
	const itemIndexes = new Map<string, Set<number>>();
	for (const { urls, itemIndex } of group) {
		for (const url of urls) {
			itemIndexes.set(url, (itemIndexes.get(url) ?? new Set()).add(itemIndex));
		}
	}
	return [...itemIndexes].map(([url, indexes]) => ({ url, itemIndexes: [...indexes] }));
}

function toJob(requested: readonly RequestedUrl[], { settings, values }: BatchDemand): CombinedJob {
	const hasAnswers = settings.output !== 'markdown' || settings.schema !== undefined;
	const view = { ...readBatchView(values), hasAnswers };
	const body: BatchRequest = { urls: requested.map(({ url }) => url), ...settings };
	return {
		itemIndexes: [...new Set(requested.flatMap(({ itemIndexes }) => itemIndexes))],
		task: {
			kind: batchJobKind,
			start: { submit: { method: 'POST', path: '/batch/scrape', body } },
			...readWaiting(values, BATCH_TIMEOUT_SECONDS),
		},
		toItems: (answer) => toRequestedItems(answer, requested, view),
		toUnfinishedItems: (answer) => toRequestedItems(answer, requested, view),
		toHints: (answer) => describeBatch(answer, view),
	};
}

export const batchScrape: CombinedJobOperation = {
	kind: 'combinedJob',
	resource: 'batch',
	value: 'scrape',
	name: 'Scrape',
	action: 'Scrape a batch of web pages',
	description: 'Scrape up to 50 web pages in one job, and get one result per page',
	fields: [
		urlsField,
		combineField,
		...extractionFields,
		waitForCompletionField,
		...batchResultFields,
		optionsField([
			...pageOptions,
			onFailedPartOption('Page'),
			...rowOptions,
			cancelOnStopOption,
			maxJobsOption,
			...waitingOptions(BATCH_TIMEOUT_SECONDS),
		]),
	],
	prepareAll(items): CombinedPlan {
		const plan: CombinedPlan = { jobs: [], refused: [] };
		const demands: BatchDemand[] = [];
		for (const parameters of items) {
			try {
				demands.push(readDemand(parameters));
			} catch (error) {
				plan.refused.push({ itemIndex: parameters.item.index, error });
			}
		}
		plan.jobs = groupDemands(demands).flatMap(toJobs);
		return plan;
	},
};
