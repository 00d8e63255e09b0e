import { once } from 'node:events';
import { createServer, type RequestListener, Server } from 'node:http';

/** A server of one test file, on loopback and a free port. */
export interface Pages {
	/** Without a slash at the end. */
	url: string;
	stop(): Promise<void>;
}

/** Starts a server, or one that answers with a listener. */
export async function startPages(from: RequestListener | Server): Promise<Pages> {
	const server = from instanceof Server ? from : createServer(from);
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const { port } = Object(server.address());
	return {
		url: `http://127.0.0.1:${port}`,
		async stop() {
			server.close();
			server.closeAllConnections();
			await once(server, 'close');
		},
	};
}
