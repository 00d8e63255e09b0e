import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../items/inputError';
import { readFlag, readText, type ParameterValues } from '../items/parameterValues';
import { findCookieProblem, loginOption } from './login';

/** Entries of the options collection that say how pages are reached; the same wherever pages are opened. */
export const accessOptions: readonly INodeProperties[] = [
	{
		displayName: 'Cookies',
		name: 'cookies',
		type: 'string',
		// Several rows, because a field of one row drops the line breaks of what is pasted. n8n masks both.
		typeOptions: { password: true, rows: 4 },
		default: '',
		placeholder: 'e.g. session=abc; theme=dark',
		description:
			"Session cookies for pages behind a login: name=value pairs separated by semicolons, or rows pasted from the browser's developer tools. They are saved with the workflow; 'Login From Credential' keeps them out.",
	},
	loginOption,
	{
		displayName: 'Proxy Country',
		name: 'proxyCountry',
		type: 'string',
		default: '',
		placeholder: 'e.g. us, de, or eu',
		description:
			'Country code such as us, uk or de, or region: global, asia or eu. Turns the proxy on.',
	},
	{
		displayName: 'Use Proxy',
		name: 'useProxy',
		type: 'boolean',
		default: false,
		description:
			'Whether to open pages through rotating residential addresses, for sites that block visitors',
	},
];

/**
 * A country as the service takes it; empty when it is not set.
 * @throws InputError when it has less than two letters, or something else than letters
 */
export function readCountry(options: ParameterValues, name: string, field: string): string {
	const country = readText(options, name, field).toLowerCase();
	if (country === '' || /^[a-z]{2}[a-z _-]*$/.test(country)) return country;
	throw new InputError(field, `is '${country}'`, 'Enter one country code, e.g. us or de.');
}

/**
 * Reads how pages are reached, as the API names it (`api/openapi.yaml`, POST /scrape); only what is set.
 * A country turns the proxy on, which it requires.
 * @throws InputError when a value can't be used
 */
export function readAccess(options: ParameterValues) {
	const cookies = readText(options, 'cookies', 'Cookies');
	const problem = findCookieProblem(cookies);
	if (problem !== undefined) {
		throw new InputError('Cookies', `cannot be read: ${problem}`, 'Write session=abc; theme=dark.');
	}
	const proxyCountry = readCountry(options, 'proxyCountry', 'Proxy Country');
	return {
		...((readFlag(options, 'useProxy', 'Use Proxy') || proxyCountry !== '') && {
			useProxy: true as const,
		}),
		...(proxyCountry !== '' && { proxyCountry }),
		...(cookies !== '' && { cookies }),
	};
}
