import type { INodeProperties } from 'n8n-workflow';

/** Entries of the options collection that say how pages are reached; the same wherever pages are opened. */
export const accessOptions: readonly INodeProperties[] = [
	{
		displayName: 'Cookies',
		name: 'cookies',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		placeholder: 'e.g. session=abc; theme=dark',
		description:
			"Session cookies for pages behind a login: name=value pairs separated by semicolons, or rows pasted from the browser's developer tools",
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
