import type { INodeProperties } from 'n8n-workflow';

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
			"Session cookies for pages behind a login: name=value pairs separated by semicolons, or rows pasted from the browser's developer tools. They are saved with the workflow: an expression keeps them out of it.",
	},
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
			'Whether to open pages in stealth mode through rotating residential addresses, for pages that turn visitors away',
	},
];
