import { randomUUID } from 'node:crypto';

/** An answer of n8n's REST interface other than 2xx. */
export class N8nRequestFailed extends Error {
	/**
	 * @param {string} what Method and path.
	 * @param {number} status
	 * @param {string} body
	 */
	constructor(what, status, body) {
		super(`n8n answered ${what} with ${status}: ${body.slice(0, 1000)}`);
		this.name = 'N8nRequestFailed';
		this.status = status;
	}
}

/**
 * @typedef {ReturnType<typeof createRestClient>} RestClient
 */

/**
 * A client of the REST interface behind n8n's editor. It keeps the session cookie, which n8n ties
 * to the browser's id.
 *
 * @param {string} baseUrl
 * @param {string} [session] Of a client that is signed in, to go on with.
 */
export function createRestClient(baseUrl, session) {
	/** @type {{ browserId: string, cookie: string }} */
	const { browserId, cookie: firstCookie } = session
		? JSON.parse(session)
		: { browserId: randomUUID(), cookie: '' };
	let cookie = firstCookie;
	return {
		/** What another client needs to be signed in as this one is. */
		get session() {
			return JSON.stringify({ browserId, cookie });
		},
		/**
		 * @param {'DELETE' | 'GET' | 'PATCH' | 'POST'} method
		 * @param {string} path e.g. "/rest/workflows".
		 * @param {unknown} [body] Sent as JSON.
		 * @returns The answer's JSON, without the `data` around it where there is one.
		 * @throws {N8nRequestFailed}
		 */
		async request(method, path, body) {
			const response = await fetch(`${baseUrl}${path}`, {
				method,
				// n8n ends idle connections after five seconds: one that is used again may end just then.
				headers: {
					'content-type': 'application/json',
					'browser-id': browserId,
					connection: 'close',
					cookie,
				},
				...(body === undefined ? {} : { body: JSON.stringify(body) }),
			});
			const text = await response.text();
			if (!response.ok) {
				throw new N8nRequestFailed(`${method} ${path}`, response.status, text);
			}
			cookie = readSessionCookie(response) ?? cookie;
			const answer = text === '' ? undefined : JSON.parse(text);
			return answer?.data ?? answer;
		},
	};
}

/** @param {Response} response */
function readSessionCookie(response) {
	const cookies = response.headers.getSetCookie().map((header) => header.split(';')[0]);
	return cookies.find((cookie) => cookie?.startsWith('n8n-auth='));
}
