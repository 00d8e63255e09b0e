import { readChoice, choiceField } from './choice';
import type { ParameterValues } from '../items/parameterValues';

/** Entry of the options collection: how pages are read. */
export const fetchModeOption = choiceField({
	displayName: 'Fetch Mode',
	name: 'fetchMode',
	options: [
		{
			name: 'Browser',
			value: 'browser',
			description: 'Pages open in a browser, which runs their scripts',
		},
		{
			name: 'Fast',
			value: 'fast',
			description:
				'Pages are read without a browser. If a page needs one, the service uses it and says so.',
		},
	],
	default: 'browser',
	description: 'How pages are read',
});

/**
 * The field of a request for it; absent for the service's default, which is a browser.
 * @throws InputError when the value is not one of the choices
 */
export function readFetchMode(options: ParameterValues): { scrapeMode?: 'fast' } {
	return readChoice(options, fetchModeOption) === 'fast' ? { scrapeMode: 'fast' } : {};
}
