import {
	type buildConnector,
	type Dispatcher,
	errors,
	fetch,
	type RequestInit,
	type Response,
} from 'undici';
import { unpack, unpackersOf } from './packing.ts';

/** A response, and the content of its body. */
export interface WholeAnswer {
	/** Its own body is still compressed: for cancelling it unread. */
	response: Response;
	/** Decompressed; reading one that was cut off fails. */
	body: AsyncIterable<Uint8Array> | null;
}

/**
 * Gets complete responses: reading the body of one that was cut off fails. `fetch` alone accepts a partial
 * one if the response has no length and its connection is reset, or if it is compressed and the compressed
 * data has no end.
 */
export class WholeAnswers {
	/** Why the latest broken connection broke. */
	#broken: Error | undefined;

	/** Records when connections of a connector break. */
	watch(connect: buildConnector.connector): buildConnector.connector {
		return (options, callback) =>
			connect(options, (...connected) => {
				connected[1]?.once('error', (error) => {
					// undici closes connections that it no longer needs with such an error.
					if (!(error instanceof errors.InformationalError)) this.#broken = error;
				});
				callback(...connected);
			});
	}

	/**
	 * @param init with a dispatcher that connects with what {@link watch} gave
	 * @throws what `fetch` throws
	 */
	async fetch(url: URL, init: RequestInit & { dispatcher: Dispatcher }): Promise<WholeAnswer> {
		const before = this.#broken;
		const dispatcher = init.dispatcher.compose(leavePacked);
		const response = await fetch(url, { ...init, dispatcher });
		const { body, headers } = response;
		const isEndless = !headers.has('content-length') && !headers.has('transfer-encoding');
		const findBreak = () => (isEndless && this.#broken !== before ? this.#broken : undefined);
		const packing = headers.get(PACKING) ?? '';
		return { response, body: body && unpackAll(unbroken(body, findBreak), packing) };
	}
}

/** Replaces `Content-Encoding`, which `fetch` would act on. */
const PACKING = 'x-content-encoding-as-sent';

const leavePacked: Dispatcher.DispatcherComposeInterceptor = (dispatch) => (options, handler) =>
	dispatch(options, {
		onRequestStart: (...args) => handler.onRequestStart?.(...args),
		onRequestUpgrade: (...args) => handler.onRequestUpgrade?.(...args),
		onResponseStart(controller, status, sent, message) {
			const { 'content-encoding': packing = '', ...headers } = sent;
			handler.onResponseStart?.(controller, status, { ...headers, [PACKING]: packing }, message);
		},
		onResponseData: (...args) => handler.onResponseData?.(...args),
		onResponseEnd: (...args) => handler.onResponseEnd?.(...args),
		onResponseError: (...args) => handler.onResponseError?.(...args),
	});

/** Passes on the parts of a body. @throws why its connection broke, if that is how it ended */
async function* unbroken(
	parts: AsyncIterable<Uint8Array>,
	findBreak: () => Error | undefined,
): AsyncGenerator<Uint8Array> {
	yield* parts;
	const broken = findBreak();
	if (broken !== undefined) throw broken;
}

/** Each may expand its input a thousandfold. */
const MAX_PACKINGS = 5;

/**
 * Decompresses a body; one in an unknown encoding stays as it is.
 * @param packing header `Content-Encoding`
 */
function unpackAll(body: AsyncIterable<Uint8Array>, packing: string): AsyncIterable<Uint8Array> {
	const unpackers = unpackersOf(packing) ?? [];
	if (unpackers.length > MAX_PACKINGS) throw new Error('it is compressed too many times');
	return unpackers.reduceRight(unpack, body);
}
