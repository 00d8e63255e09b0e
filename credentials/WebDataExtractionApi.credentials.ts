import type {
	IAuthenticate,
	ICredentialTestRequest,
	ICredentialType,
	Icon,
	INodeProperties,
} from 'n8n-workflow';

/** What the test of a credential says instead of n8n's own words. */
const testRules: Array<NonNullable<ICredentialTestRequest['rules']>[number]> = [
	{
		type: 'responseCode',
		properties: {
			value: 401,
			message: 'The API key was not accepted: it is missing, invalid, expired or switched off.',
		},
	},
	{
		type: 'responseCode',
		properties: {
			value: 404,
			message: 'Nothing was found there. The Base URL must end in /api.',
		},
	},
	{
		// A website that answers every address with a page: its answer has no `status`.
		type: 'responseSuccessBody',
		properties: {
			key: 'status',
			value: undefined,
			message:
				'A website answers at the Base URL, not the API. Enter the address of the service, ending in /api.',
		},
	},
];

export class WebDataExtractionApi implements ICredentialType {
	name = 'webDataExtractionApi';

	displayName = 'Web Data Extraction API';

	icon: Icon = {
		light: 'file:../icons/webDataExtraction.svg',
		dark: 'file:../icons/webDataExtraction.dark.svg',
	};

	documentationUrl = 'https://example.com/n8n-nodes-web-data-extraction#install';

	properties: INodeProperties[] = [
		{
			displayName: 'Base URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: 'http://127.0.0.1:8330/api',
			placeholder: 'e.g. http://127.0.0.1:8330/api',
			description:
				'Address of the service, ending in /api. The default is the local service on the machine that runs n8n; from a container it is http://host.docker.internal:8330/api.',
		},
		{
			displayName: 'API Key',
			name: 'apiKey',
			type: 'string',
			typeOptions: { password: true },
			required: true,
			default: '',
			description:
				"Create one in the service's dashboard under Keys. The local service prints one when it first starts.",
		},
		{
			displayName: 'Send API Key As',
			name: 'authentication',
			type: 'options',
			options: [
				{ name: 'Authorization Header (Bearer)', value: 'bearer' },
				{ name: 'X-API-Key Header', value: 'header' },
			],
			default: 'bearer',
			description: 'How the API key is sent. The service accepts both.',
		},
		{
			displayName: 'Ignore SSL Issues',
			name: 'ignoreSslIssues',
			type: 'boolean',
			default: false,
			description:
				"Whether to connect even if the service's certificate cannot be verified, for example because it is self-signed. Anyone between n8n and the service could then read the API key.",
		},
	];

	/** A function, because exactly one of the two headers may be sent, and no empty one beside it. */
	authenticate: IAuthenticate = async (credentials, requestOptions) => {
		const apiKey = String(credentials.apiKey ?? '').trim();
		const header =
			credentials.authentication === 'header'
				? { 'x-api-key': apiKey }
				: { Authorization: `Bearer ${apiKey}` };
		return { ...requestOptions, headers: { ...requestOptions.headers, ...header } };
	};

	test: ICredentialTestRequest = {
		request: {
			baseURL: '={{ $credentials.baseUrl.trim().replace(/\\/+$/, "") }}',
			url: '/usage-stats',
			qs: { range: '7d' },
			disableFollowRedirect: true,
			skipSslCertificateValidation: '={{ $credentials.ignoreSslIssues }}',
		},
		// n8n reads the rules one by one; only its type says that all are of one kind.
		rules: testRules as NonNullable<ICredentialTestRequest['rules']>,
	};
}
