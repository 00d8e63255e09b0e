/** How an endpoint is reached, derived from its settings once. */
export interface EndpointAddress {
	/** Where questions are posted; the query of the setting is kept (Azure's `api-version`). */
	chatUrl: URL;
	/** Where the list of its models is. */
	modelsUrl: URL;
	headers: Readonly<Record<string, string>>;
}

const CHAT_PATH = '/chat/completions';
/** Other APIs for asking a model, which use another format. */
const OTHER_PATHS =
	/\/(?:completions|responses|messages|models|embeddings|api\/(?:generate|chat|tags))$/u;
const AZURE_HOST = /\.azure\.com$/iu;

/** People copy the whole address of the chat completions. */
function basePathOf({ pathname }: URL): string {
	const path = withoutSlashes(pathname);
	return path.endsWith(CHAT_PATH) ? withoutSlashes(path.slice(0, -CHAT_PATH.length)) : path;
}

function withoutSlashes(path: string): string {
	let end = path.length;
	while (path[end - 1] === '/') end -= 1;
	return path.slice(0, end);
}

/**
 * What is wrong with an address of an endpoint, as the fix; undefined for a usable one.
 * @param baseUrl an absolute http or https address
 */
export function checkEndpointAddress(baseUrl: string): string | undefined {
	const url = new URL(baseUrl);
	const path = basePathOf(url);
	if (url.hash !== '') return 'set an address without "#"';
	if (OTHER_PATHS.test(path)) {
		return 'set the address up to its version, such as http://127.0.0.1:11434/v1; requests go to its /chat/completions';
	}
	if (/\/openai\/deployments\/[^/]+$/u.test(path) && !url.searchParams.has('api-version')) {
		return 'add the version that Azure wants, such as …/deployments/NAME?api-version=2024-10-21';
	}
	return undefined;
}

/**
 * @param baseUrl up to the version, or with `/chat/completions`; a name and password in it are sent
 *   as basic authentication
 * @param apiKey sent as a bearer token, to Azure as `api-key`
 */
export function readEndpointAddress(baseUrl: string, apiKey: string | undefined): EndpointAddress {
	const url = new URL(baseUrl);
	const { username, password } = url;
	url.username = '';
	url.password = '';
	const at = (path: string): URL => {
		const address = new URL(url);
		address.pathname = `${basePathOf(url)}${path}`;
		return address;
	};
	const isAzure = AZURE_HOST.test(url.hostname) || url.searchParams.has('api-version');
	const login = [username, password].map(decodeURIComponent).join(':');
	const basic = `Basic ${Buffer.from(login).toString('base64')}`;
	// Microsoft Entra tokens are JSON Web Tokens and are sent as bearer tokens.
	const isKeyOfAzure = isAzure && apiKey !== undefined && !apiKey.startsWith('eyJ');
	const authorization = apiKey || username === '' ? `Bearer ${apiKey || 'none'}` : basic;
	return {
		chatUrl: at(CHAT_PATH),
		modelsUrl: at('/models'),
		headers: {
			'content-type': 'application/json',
			accept: 'application/json',
			...(isKeyOfAzure ? { 'api-key': apiKey } : { authorization }),
		},
	};
}
