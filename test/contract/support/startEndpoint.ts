import { text } from 'node:stream/consumers';
import { ENDPOINT_CASES, type EndpointCase } from '../../support/endpointCatalogue';
import { startPages } from './startPages';

/** An endpoint that answers each page as the case in the end of its address says, else well. */
export interface TestEndpoint {
	/** Without `/v1`. */
	url: string;
	/** What it was asked so far. */
	bodies: readonly { temperature?: number; stream?: boolean }[];
	/** Answers 429 to more questions than that, with an honest `retry-after`. */
	limit: { questions: number; seconds: number } | undefined;
	/** Answers 402. */
	isOutOfCredits: boolean;
	stop(): Promise<void>;
}

/** A page or document in a question: its address, or for uploaded ones the end of its name. */
const ADDRESS = /<page number="1" url="([^"]*)"/;

export async function startEndpoint(): Promise<TestEndpoint> {
	const bodies: { temperature?: number; stream?: boolean }[] = [];
	const turns = new Map<string, number>();
	let windowEndsMs = 0;
	let inWindow = 0;

	const secondsOverLimit = (): number => {
		if (endpoint.limit === undefined) return 0;
		const { questions, seconds } = endpoint.limit;
		if (Date.now() >= windowEndsMs) {
			windowEndsMs = Date.now() + seconds * 1000;
			inWindow = 0;
		}
		inWindow += 1;
		return inWindow <= questions ? 0 : Math.ceil((windowEndsMs - Date.now()) / 1000);
	};

	const { url, stop } = await startPages((request, response) => {
		const json = (status: number, body: object, headers = {}) => {
			response.writeHead(status, { 'content-type': 'application/json', ...headers });
			response.end(JSON.stringify(body));
		};
		if (request.url === '/v1/models') return json(200, { data: [{ id: 'kettle' }] });
		if (request.url !== '/v1/chat/completions') return json(404, { error: 'no such path' });
		void text(request).then((sent) => {
			const body = JSON.parse(sent);
			bodies.push(body);
			if (endpoint.isOutOfCredits) {
				return json(402, { error: { message: 'Insufficient credits' } });
			}
			const seconds = secondsOverLimit();
			if (seconds > 0) {
				return json(429, { error: { message: 'slow down' } }, { 'retry-after': String(seconds) });
			}
			const question = body.messages.map(({ content }: { content: string }) => content).join('\n');
			const address = ADDRESS.exec(question)?.[1] ?? '';
			const turn = turns.get(address) ?? 0;
			turns.set(address, turn + 1);
			return caseOf(address).answer(response, { turn, form: body.response_format?.type });
		});
	});
	const endpoint: TestEndpoint = { url, bodies, limit: undefined, isOutOfCredits: false, stop };
	return endpoint;
}

function caseOf(address: string): EndpointCase {
	const name = /([a-z-]+)(?:\.txt)?$/.exec(address)?.[1] ?? '';
	const found = ENDPOINT_CASES[name] ?? ENDPOINT_CASES['plain'];
	if (found === undefined) throw new Error('The catalogue is empty');
	return found;
}
