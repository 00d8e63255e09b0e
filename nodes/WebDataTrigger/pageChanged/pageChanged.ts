import { createHash } from 'node:crypto';
import type { IDataObject, INodeProperties } from 'n8n-workflow';
import { accessOptions, readAccess } from '../../shared/fields/access';
import {
	flagField,
	namedFields,
	numberField,
	textField,
	optionsField,
} from '../../shared/fields/field';
import { useLoginOn } from '../../shared/fields/login';
import { readWanted, wantedFields } from '../../shared/fields/whatToGet';
import {
	InputError,
	readExactText,
	readFlag,
	readGroup,
	readNumber,
	readText,
	readWholeNumber,
	type ParameterValues,
} from '../../shared/items/parameterValues';
import { omit } from '../../shared/items/records';
import { readUrls } from '../../shared/items/urlList';
import { actionOptions } from '../../shared/jobTypes/actions/actionFields';
import { readWholeList, wholeListOptions } from '../../shared/jobTypes/actions/wholeList';
import { readActions } from '../../shared/jobTypes/actions/readActions';
import { bodyField, isRecord } from '../../shared/transport/serviceBody';
import { WebDataError } from '../../shared/transport/webDataError';
import type { PollOutcome, PollServices, TriggerEvent } from '../triggerEvent';
import { checkPages, type CheckPlan, type WatchedPage } from './checkPages';
import { readIgnorePatterns } from './ignorePatterns';
import { pathParts } from './pageContent';
import {
	applyCheck,
	readPageState,
	toChangeItem,
	unknownPage,
	type PageRules,
	type PageState,
} from './pageState';

/** Pages are checked one by one, and each poll must be over in 30 s. */
const MAX_URLS = 20;

const URL_LIMIT = { maximum: MAX_URLS, forMore: 'For more, add another trigger to the workflow.' };

/** Most characters of all versions together: n8n keeps them with the workflow. */
const MAX_KEPT_LENGTH = 1_000_000;

/** Most characters of one version. */
const MAX_VERSION_LENGTH = 200_000;

const DEFAULT_FAILED_CHECKS = 5;

const PERCENT = { fits: (share: number) => share >= 0 && share <= 100, bounds: 'from 0 to 100' };

/** What to watch. */
interface Watch extends CheckPlan {
	urls: readonly string[];
	rules: PageRules;
	/** Identifies the request and the comparison. */
	settings: string;
}

const options = namedFields({
	extractContentOnly: flagField(
		'Whether to leave out headers, footers, navigation and sidebars before the content is compared',
		{ displayName: 'Main Content Only', default: true },
	),
	field: textField(
		'With fields or a prompt: the field of the answer to compare. Leave empty to compare all fields.',
		{ displayName: 'Compare Field', placeholder: 'e.g. price, or items[0].price' },
	),
	ignore: textField(
		'Text to ignore, one pattern per line. * stands for any text within a line, # for a number; case does not matter. "Updated *" ignores the rest of a line after "Updated".',
		{ typeOptions: { rows: 3 }, placeholder: 'e.g. # visitors today' },
	),
	ignoreDates: flagField(
		'Whether to ignore changed dates, times and ages such as "3 hours ago". Recognized in about 40 languages.',
		{ displayName: 'Ignore Dates and Times' },
	),
	minChangePercent: numberField(
		0,
		'How much of the text must differ from the last version reported, in percent. Smaller changes add up.',
		[0, 100],
		{ displayName: 'Minimum Change (%)' },
	),
	reportAfterFailures: numberField(
		DEFAULT_FAILED_CHECKS,
		"A page that can't be read does not count as changed. After this many failed checks in a row, the workflow starts once with the event pageUnreachable. 0 turns this off.",
		[0],
		{ displayName: 'Report After Failed Checks' },
	),
});

const mainFields = namedFields({
	urls: textField(`Up to ${MAX_URLS} web addresses of pages or documents, one per line`, {
		displayName: 'URLs',
		typeOptions: { rows: 2 },
		required: true,
		placeholder: 'e.g. https://example.com/pricing',
	}),
	costNotice: {
		displayName:
			"Each poll scrapes every address, and each scrape costs credits. 'Every Minute', n8n's default, means 1,440 scrapes a day per address; 'Every Hour' means 24. Choose 'Every Hour' unless you need more.",
		type: 'notice',
		default: '',
	},
});

const fields: readonly INodeProperties[] = [
	...Object.values(mainFields),
	...wantedFields('page'),
	optionsField([
		...accessOptions,
		...actionOptions,
		...wholeListOptions,
		...Object.values(options),
	]),
];

/**
 * The path of the field to compare; empty for all.
 * @throws InputError when the answer can't have it
 */
function readField(given: ParameterValues, request: CheckPlan['request']): string {
	const field = readText(given, options.field);
	if (field === '') return '';
	if (!request.schema && request.prompt === undefined) {
		throw new InputError(
			'Compare Field',
			`is '${field}', but the content is text`,
			"Choose Rows of a List or One Record in 'What to Get'.",
		);
	}
	const [first = ''] = pathParts(field);
	const properties = isRecord(request.schema) ? request.schema.properties : undefined;
	if (isRecord(properties) && !Object.hasOwn(properties, first)) {
		const names = Object.keys(properties).join(', ');
		throw new InputError(
			'Compare Field',
			`is '${field}', which is not one of the fields asked for`,
			`Choose one of its fields: ${names}.`,
		);
	}
	return field;
}

function readWatch(parameters: ParameterValues): Watch {
	const urls = [...new Set(readUrls(parameters.urls, 'URLs', URL_LIMIT))];
	const values = useLoginOn(parameters, urls, 'URLs');
	const given = readGroup(values, 'options');
	const { prompt, schema } = readWanted(values, Infinity);
	const request = {
		...(prompt !== undefined && { prompt }),
		...(schema && { schema }),
		...readAccess(given),
		...(readFlag(given, options.extractContentOnly) && { extractContentOnly: true }),
	};
	const actions = [...readActions(given, values), ...readWholeList(given)];
	const field = readField(given, request);
	const ignore = readExactText(given, options.ignore);
	const dates = readFlag(given, options.ignoreDates);
	const { reportAfterFailures, minChangePercent } = options;
	// A login that was renewed shows the same page: what was seen of it before still counts.
	const compared = omit(request, 'cookies');
	const settings = createHash('sha256').update(
		JSON.stringify([compared, actions, field, ignore, dates]),
	);
	return {
		urls,
		...{ request, actions, field },
		rules: {
			ignored: { dates, patterns: readIgnorePatterns(ignore, 'Ignore') },
			minChangePercent: readNumber(given.minChangePercent ?? 0, minChangePercent, PERCENT),
			reportAfterFailures: readWholeNumber(given, reportAfterFailures) ?? DEFAULT_FAILED_CHECKS,
			maxLength: Math.min(MAX_VERSION_LENGTH, Math.floor(MAX_KEPT_LENGTH / urls.length)),
		},
		settings: settings.digest('hex').slice(0, 8),
	};
}

async function pollPages(
	saved: unknown,
	watch: Watch,
	services: PollServices,
): Promise<PollOutcome> {
	const { urls, rules, settings } = watch;
	const known = bodyField(saved, 'pages');
	const watched = urls.map((url) => ({
		url,
		state: readPageState(bodyField(known, url), settings),
	}));
	const { pages, error } = await checkPages(watched, watch, services);
	const items: IDataObject[] = [];
	const states = pages.map(({ url, state, check }): [string, PageState] => {
		if (!check) return [url, state];
		const { page, item } = applyCheck(state, check, rules);
		if (item) items.push(item);
		return [url, page];
	});
	return { state: { pages: Object.fromEntries(states) }, items, ...(error && { error }) };
}

/** Scrapes the first page, and shows it as if it had just appeared. */
async function showExample(watch: Watch, services: PollServices): Promise<IDataObject[]> {
	const [url = ''] = watch.urls;
	const first: WatchedPage = { url, state: unknownPage(watch.settings) };
	const { pages, error } = await checkPages([first], watch, services);
	if (error) return await Promise.reject(error);
	const [{ check, state } = first] = pages;
	if (!check) {
		throw new WebDataError(
			`${url} takes longer than a test run allows`,
			`Its scrape job ${state.job?.id ?? ''} keeps running; get it with the operation 'Get Result' of 'Web Data Scrape'. The active workflow reads such a page with its next poll.`,
		);
	}
	if ('reason' in check.result) {
		throw new WebDataError(check.result.reason, `Check the address ${url}, then try again.`);
	}
	return [toChangeItem(check, check.result)];
}

/** A page changes: reported once, with the lines that were added and removed. */
export const pageChanged: TriggerEvent = {
	value: 'pageChanged',
	name: 'Page Changed',
	action: 'On web page changed',
	description: 'The content of a web page or document changes',
	fields,
	prepare(values) {
		const watch = readWatch(values);
		return {
			poll: async (saved, services) => await pollPages(saved, watch, services),
			example: async (services) => await showExample(watch, services),
		};
	},
};
