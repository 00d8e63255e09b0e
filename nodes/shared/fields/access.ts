import {
	type Field,
	InputError,
	readFlag,
	readText,
	type ParameterValues,
} from '../items/parameterValues';
import { findCookieProblem, loginOption } from './login';
import { readChoice } from './choice';
import { choiceField, flagField, named, namedFields, textField } from './field';

const access = namedFields({
	cookies: textField(
		"Session cookies for pages behind a login: name=value pairs separated by semicolons, or rows pasted from the browser's developer tools. They are saved with the workflow; 'Login From Credential' keeps them out.",
		{
			// Several rows, because a field of one row drops the line breaks of what is pasted. n8n masks both.
			typeOptions: { password: true, rows: 4 },
			placeholder: 'e.g. session=abc; theme=dark',
		},
	),
	proxyCountry: textField(
		'Country code such as us, uk or de, or region: global, asia or eu. Turns the proxy on.',
		{ placeholder: 'e.g. us, de, or eu' },
	),
	useProxy: flagField(
		'Whether to open pages through rotating residential addresses, for sites that block automated visits',
	),
});

/** Entries of the options collection that say how pages are reached; the same wherever pages are opened. */
export const accessOptions = [...Object.values(access), loginOption];

/**
 * A country as the service takes it; empty when it is not set.
 * @throws InputError when it has less than two letters, or something else than letters
 */
export function readCountry(options: ParameterValues, field: Field): string {
	const country = readText(options, field).toLowerCase();
	if (country === '' || /^[a-z]{2}[a-z _-]*$/.test(country)) return country;
	const fix = 'Enter one country code, e.g. us or de.';
	throw new InputError(field.displayName, `is '${country}'`, fix);
}

/**
 * Reads how pages are reached, as the API names it (`api/openapi.yaml`, POST /scrape); only what is set.
 * A country turns the proxy on, which it requires.
 * @throws InputError when a value can't be used
 */
export function readAccess(options: ParameterValues) {
	const cookies = readText(options, access.cookies);
	const problem = findCookieProblem(cookies);
	if (problem !== undefined) {
		throw new InputError('Cookies', `cannot be read: ${problem}`, 'Write session=abc; theme=dark.');
	}
	const proxyCountry = readCountry(options, access.proxyCountry);
	const isProxied = readFlag(options, access.useProxy) || proxyCountry !== '';
	return {
		...(isProxied && { useProxy: true as const }),
		...(proxyCountry !== '' && { proxyCountry }),
		...(cookies !== '' && { cookies }),
	};
}

export const fetchModeOption = named(
	'fetchMode',
	choiceField(
		'browser',
		{
			browser: 'Browser: Pages open in a browser, which runs their scripts',
			fast: 'Fast: Pages are read without a browser. If a page needs one, the service uses it and says so.',
		},
		'How pages are read',
	),
);

/**
 * The field of a request for it; absent for the service's default, which is a browser.
 * @throws InputError when the value is not one of the choices
 */
export function readFetchMode(options: ParameterValues): { scrapeMode?: 'fast' } {
	return readChoice(options, fetchModeOption) === 'fast' ? { scrapeMode: 'fast' } : {};
}

/** What of a page becomes Markdown. */
export const pageContentField = named(
	'pageContent',
	choiceField(
		'automatic',
		{
			automatic: 'Automatic: Main content; the whole page if links and images are listed, too',
			main: 'Main Content: Without menus, headers, footers and sidebars',
			whole: 'Whole Page: Everything that the page shows',
		},
		'How much of each page to read. Choose Whole Page if something is missing from the content.',
	),
);

/**
 * The field of a request for it; absent for whole pages.
 * @param isWholeNeeded whether more than the text is wanted: data, links, images
 * @throws InputError when a value can't be used
 */
export function readPageContent(
	values: ParameterValues,
	isWholeNeeded: boolean,
): { extractContentOnly?: true } {
	const wanted = readChoice(values, pageContentField);
	const isMain = wanted === 'main' || (wanted === 'automatic' && !isWholeNeeded);
	return isMain ? { extractContentOnly: true } : {};
}
