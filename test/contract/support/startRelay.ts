import { request as forward } from 'node:http';
import { startPages, type Pages } from './startPages';

/** A request that came by. */
export interface RelayedRequest {
	method: string;
	/** With its query. */
	path: string;
	/** Whether it carried an API key in either header. */
	hasKey: boolean;
}

/** A connection to the service that can be watched and cut. */
export interface Relay {
	/** Of the service behind it; ends in `/api`. */
	baseUrl: string;
	requests: RelayedRequest[];
	/** Cuts the answers to paths that fit, after this many bytes of their body; undefined cuts none. */
	cut: { path: RegExp; afterBytes: number } | undefined;
	stop(): Promise<void>;
}

/** Starts a relay on a free port of 127.0.0.1, under whose address the service makes its links, too. */
export async function startRelay(serviceBaseUrl: string): Promise<Relay> {
	const service = new URL(serviceBaseUrl);
	const requests: RelayedRequest[] = [];
	const pages: Pages = await startPages((request, response) => {
		const { method = 'GET', url: path = '/', headers } = request;
		const hasKey = headers.authorization !== undefined || headers['x-api-key'] !== undefined;
		requests.push({ method, path, hasKey });
		const { hostname, port } = service;
		const onward = forward({ hostname, port, method, path, headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			let bytes = 0;
			let wasCut = false;
			answer.on('data', (chunk: Buffer) => {
				const { cut } = relay;
				const isCut = cut?.path.test(path) === true && bytes + chunk.length > cut.afterBytes;
				if (isCut) chunk = chunk.subarray(0, Math.max(0, cut.afterBytes - bytes));
				bytes += chunk.length;
				wasCut ||= isCut;
				response.write(chunk, () => isCut && response.destroy());
			});
			// An end in good order would make a whole answer of what was cut.
			answer.on('end', () => !wasCut && response.end());
		});
		request.pipe(onward);
		response.on('close', () => onward.destroy());
		onward.on('error', () => response.destroy());
	});
	const relay: Relay = {
		baseUrl: `${pages.url}${service.pathname}`,
		requests,
		cut: undefined,
		stop: pages.stop,
	};
	return relay;
}
