import { withAdditionalFields } from '../shared/fields/additionalFields';
import type { IDataObject } from 'n8n-workflow';
import { readChoice } from '../shared/fields/choice';
import { choiceField, flagField, named } from '../shared/fields/field';
import { useLoginOn } from '../shared/fields/login';
import { readPageContent } from '../shared/fields/access';
import { includeMarkdownOption, readIncludeSources } from '../shared/fields/results';
import { combinePagesField, readWanted } from '../shared/fields/whatToGet';
import { columnsOf } from '../shared/items/extractionSchema/asRows';
import {
	InputError,
	readAddedFlag,
	readFlag,
	readGroup,
	type ParameterValues,
} from '../shared/items/parameterValues';
import { omit } from '../shared/items/records';
import { countEmptyEntries, readUrls } from '../shared/items/urlList';
import { readWaiting } from '../shared/fields/waiting';
import type { ItemParameters } from '../shared/operations/operation';
import type { BrowserAction } from '../shared/jobTypes/actions/checkActions';
import { readActions } from '../shared/jobTypes/actions/readActions';
import { readWholeList } from '../shared/jobTypes/actions/wholeList';
import { batchJobType, MAX_BATCH_URLS } from '../shared/jobTypes/batchJob';
import { readPageSettings } from '../shared/jobTypes/pageOptions';
import type { ScrapeRequest } from '../shared/jobTypes/scrapeJob';
import type { ResultView } from '../shared/jobTypes/pageItems';
import { includeInputOption, readResultView } from './resultView';

/** `api/openapi.yaml`, ScrapeRequest.urls: at most 3. */
const MAX_TOGETHER = 3;

/** Up to so many addresses are sent as single jobs, which say more of each page. */
export const MAX_SINGLE_JOBS = 10;

/** What one input item asks to be scraped. */
export interface ScrapeDemand {
	itemIndex: number;
	/** Fields of the input item that its pages have, too; absent when they are not wanted. */
	input?: IDataObject;
	/** Each once; none where a blank one is skipped. */
	urls: string[];
	/** Entries of the list of addresses that have none. */
	emptyCount: number;
	/** Whether one answer is wanted over all addresses. */
	isTogether: boolean;
	actions: readonly BrowserAction[];
	settings: Omit<ScrapeRequest, 'urls'>;
	view: ResultView;
	sendAs: (typeof sendAsOption)['default'];
	/** Whether nothing is to be sent, only counted. */
	isEstimate: boolean;
	values: ParameterValues;
	/** All that is asked for beside the addresses: items with the same share jobs. */
	key: string;
}

export const sendAsOption = named(
	'sendAs',
	choiceField(
		'automatic',
		{
			automatic: `Automatic: Batches if there are more than ${MAX_SINGLE_JOBS} addresses, otherwise single jobs`,
			batches: `Batches: Up to ${MAX_BATCH_URLS} addresses of all input items per job; Stop cancels them`,
			jobs: 'Single Jobs: One job per address; Stop cannot cancel it',
		},
		'Whether to send addresses in batches. Browser actions and answers over several pages need single jobs.',
		{ displayName: 'Batching' },
	),
);

/** Entry of the options collection for rows of a sheet that have no address. */
export const onBlankUrlOption = named(
	'onBlankUrl',
	choiceField(
		'fail',
		{
			fail: 'Fail: Stop before anything is sent',
			skip: 'Skip: Return no item for them, and report how many there were',
		},
		'What to do with input items whose URL is blank',
		{ displayName: 'On Blank URL' },
	),
);

/** Entry of the options collection that asks what a run would cost. */
export const estimateOption = named(
	'estimateOnly',
	flagField(
		'Whether to send nothing and return one item with the number of addresses, jobs and credits of the run, and the price per page. The cost of AI and CAPTCHAs is known only afterwards.',
		{ default: true },
	),
);

/**
 * Reads and checks what an input item asks for.
 * @throws InputError when it can't be carried out, with the field named
 */
export function readDemand({ item, values: given }: ItemParameters): ScrapeDemand {
	const { takesListed, ...wanted } = readWanted(given, Infinity);
	const isTogether = wanted.get === 'answer' && readFlag(given, combinePagesField);
	const maximum = isTogether ? MAX_TOGETHER : Infinity;
	const isSkipped = readChoice(readGroup(given, 'options'), onBlankUrlOption) === 'skip';
	const urls = [...new Set(readUrls(given.urls, 'URLs', maximum, isSkipped))];
	const values = useLoginOn(given, urls, 'URLs');
	const options = readGroup(values, 'options');
	const { get, ...extraction } = wanted;
	const view = readResultView(values, get);
	const isWholeNeeded = !isPlain(extraction) || view.lists.length > 0;
	const demand: ScrapeDemand = {
		itemIndex: item.index,
		...(readAddedFlag(options, includeInputOption) && {
			input: item.json,
		}),
		urls,
		emptyCount: countEmptyEntries(given.urls) || (urls.length === 0 ? 1 : 0),
		isTogether,
		actions: [...readActions(options, values), ...readWholeList(options)],
		settings: {
			...extraction,
			...readPageSettings(options),
			...readPageContent(values, isWholeNeeded),
			...readIncludeSources(options, !isPlain(extraction)),
		},
		view: {
			...view,
			// A job of one page is all of that page.
			splitInto: 'job',
			...(takesListed && { takesListed }),
			columns: columnsOf(extraction.schema ?? {}),
			includesMarkdown: readAddedFlag(options, includeMarkdownOption),
		},
		sendAs: readChoice(options, sendAsOption),
		isEstimate: readAddedFlag(options, estimateOption),
		values,
		key: JSON.stringify(omit(values, 'urls')),
	};
	readWaiting(values, batchJobType.timeoutSeconds);
	// Refused here, where the error belongs to its input item; the jobs merge them into their bodies.
	withAdditionalFields({ urls, ...demand.settings }, options);
	const obstacle = whyNotInBatch(demand);
	if (demand.sendAs === 'batches' && obstacle !== undefined) {
		throw new InputError(
			'Batching',
			`is Batches, but ${obstacle}`,
			"Set 'Batching' in Options to Automatic or Single Jobs.",
		);
	}
	return demand;
}

/** What speaks against sending a demand in a batch; undefined when nothing does. */
export function whyNotInBatch(demand: ScrapeDemand): string | undefined {
	const { isTogether, actions, view, settings } = demand;
	if (isTogether) return 'an answer over several pages is one job';
	if (actions.length > 0) return 'browser actions need a job for each address';
	if (isPlain(settings)) return undefined;
	if (view.includesMarkdown) return 'batches that extract data return no Markdown';
	return view.lists.length > 0 ? 'batches that extract data return no links or images' : undefined;
}

/** Whether only the content of the pages is requested, without AI. */
export function isPlain({ prompt, schema }: Omit<ScrapeRequest, 'urls'>): boolean {
	return prompt === undefined && schema === undefined;
}
