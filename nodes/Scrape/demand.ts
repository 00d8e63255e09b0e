import { InputError } from '../shared/items/inputError';
import { readGroup, showValue, type ParameterValues } from '../shared/items/parameterValues';
import { readUrls } from '../shared/items/urlList';
import { readWaiting } from '../shared/items/waiting';
import type { ItemParameters } from '../shared/operations/operation';
import type { BrowserAction } from './actions/checkActions';
import { readActions } from './actions/readActions';
import { BATCH_TIMEOUT_SECONDS } from '../shared/kinds/batchJob';
import { readExtraction, type Extraction } from '../shared/kinds/extraction';
import { readPageSettings, type PageSettings } from '../shared/kinds/pageOptions';
import type { ResultView, SplitInto } from '../shared/kinds/resultView';
import { readResultView, readSplit } from './resultView';
import { asRowSchema, isSingleList } from './rowSchema';

/** Reference, Limits: URLs per scrape request. */
export const MAX_TOGETHER = 3;

/** What one input item asks to be scraped. */
export interface ScrapeDemand {
	itemIndex: number;
	/** Each once. */
	urls: string[];
	/** Whether one answer is wanted over all addresses. */
	isTogether: boolean;
	actions: readonly BrowserAction[];
	settings: Extraction & PageSettings;
	view: ResultView;
	sendAs: SendAs;
	values: ParameterValues;
	/** All that is asked for besides the addresses: items with the same share jobs. */
	key: string;
}

type SendAs = 'automatic' | 'jobs' | 'batches';

const SEND_AS: readonly SendAs[] = ['automatic', 'jobs', 'batches'];

/**
 * Reads and checks what an input item asks for.
 * @throws InputError when it can't be carried out, with the field named
 */
export function readDemand({ item, values }: ItemParameters): ScrapeDemand {
	const { urls, ...choices } = values;
	const options = readGroup(values, 'options');
	const isTogether = readIsTogether(values);
	const split = readSplit(values, ['auto', 'page', 'row']);
	const extraction = readExtraction(values);
	const { schema } = extraction;
	const demand: ScrapeDemand = {
		itemIndex: item.index,
		urls: [...new Set(readUrls(urls, 'URLs', isTogether ? MAX_TOGETHER : Infinity))],
		isTogether,
		actions: readActions(values),
		settings: {
			...extraction,
			...(schema && split === 'row' && { schema: asRowSchema(schema) }),
			...readPageSettings(options),
		},
		view: readResultView(values, decideSplit(split, isTogether, schema)),
		sendAs: readSendAs(options),
		values,
		key: JSON.stringify(choices),
	};
	readWaiting(values, BATCH_TIMEOUT_SECONDS);
	const obstacle = whyNotInBatch(demand);
	if (demand.sendAs === 'batches' && obstacle !== undefined) {
		throw new InputError(
			'Send As',
			`is Batches, but ${obstacle}`,
			"Set 'Send As' in Options to Automatic or Single Jobs.",
		);
	}
	return demand;
}

function readIsTogether({ answer = 'perPage' }: ParameterValues): boolean {
	if (answer === 'perPage' || answer === 'together') return answer === 'together';
	throw new InputError(
		'Answer',
		`is ${showValue(answer)}`,
		'Choose Per Page (perPage) or Together (together).',
	);
}

function readSendAs({ sendAs = 'automatic' }: ParameterValues): SendAs {
	const choice = SEND_AS.find((value) => value === sendAs);
	if (choice !== undefined) return choice;
	throw new InputError(
		'Send As',
		`is ${showValue(sendAs)}`,
		'Choose Automatic (automatic), Batches (batches) or Single Jobs (jobs).',
	);
}

/** A job of one page is all of that page; only over several pages its own Markdown is something else. */
function decideSplit(
	split: 'auto' | 'page' | 'row',
	isTogether: boolean,
	schema: Extraction['schema'],
): SplitInto {
	if (split === 'auto') return schema && isSingleList(schema) ? 'row' : 'job';
	return split === 'page' && !isTogether ? 'job' : split;
}

/** What speaks against sending a demand in a batch; undefined when nothing does. */
export function whyNotInBatch({ isTogether, actions }: ScrapeDemand): string | undefined {
	if (isTogether) return 'an answer over several pages is one job';
	return actions.length > 0 ? 'browser actions need a job for each address' : undefined;
}
