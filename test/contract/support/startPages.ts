import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';

/** A server of one test file, on loopback and a free port. */
export interface Pages {
	/** Without a slash at the end. */
	url: string;
	stop(): Promise<void>;
}

/** Starts a server that answers with `listener`. */
export async function startPages(listener: RequestListener): Promise<Pages> {
	const server = createServer(listener);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		url: `http://127.0.0.1:${port}`,
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
