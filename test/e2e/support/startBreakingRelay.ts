import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { seededRandom } from '../../support/seededRandom';

/** Where an exchange breaks: the request never arrives, its answer is lost, or cut in the middle. */
const BREAKS = ['request', 'answer', 'middle'] as const;

type Break = (typeof BREAKS)[number];

export interface RelayOptions {
	/** The port of the loopback address to relay to. */
	port: number;
	/** How many of a hundred requests each kind of break meets. */
	percent: number;
	seed: number;
}

/** A network between two programs on this machine that loses connections. */
export interface BreakingRelay {
	/** Where it listens on the loopback address. */
	port: number;
	/** How many exchanges broke, and where. */
	broken: Readonly<Record<Break, number>>;
	/** Refuses new connections, as a machine does on which nobody listens. */
	refuse(): void;
	/** Answers by itself, as a proxy does while the service behind it restarts. */
	answerInstead(status: 401 | 403 | 404): void;
	/** Relays again. */
	accept(): Promise<void>;
	stop(): void;
}

/** Starts a relay on a free port. A request counts as one because it fits into one packet. */
export async function startBreakingRelay(options: RelayOptions): Promise<BreakingRelay> {
	const random = seededRandom(options.seed);
	const broken = { request: 0, answer: 0, middle: 0 };
	const drawBreak = (): Break | undefined => BREAKS[Math.floor((random() * 100) / options.percent)];
	const clients = new Set<Socket>();

	let ownAnswer: string | undefined;

	const answerOneself = (client: Socket, answer: string) => {
		client.on('data', () => client.end(answer)).on('error', () => undefined);
	};

	const relayConnection = (client: Socket) => {
		if (ownAnswer !== undefined) {
			answerOneself(client, ownAnswer);
			return;
		}
		const service = connect(options.port, '127.0.0.1');
		let fate: Break | undefined;
		const breakHere = (place: Break) => {
			broken[place] += 1;
			client.resetAndDestroy();
		};
		client.on('data', (request) => {
			fate = drawBreak();
			if (fate === 'request') breakHere(fate);
			else service.write(request);
		});
		service.on('data', (answer) => {
			if (fate === 'answer') breakHere(fate);
			else if (fate !== 'middle') client.write(answer);
			else client.write(answer.subarray(0, answer.length / 2), () => breakHere('middle'));
		});
		clients.add(client);
		client.on('close', () => clients.delete(client) && service.destroy());
		service.on('close', () => client.destroy());
		// What failed is seen by whoever waits for the answer.
		for (const socket of [client, service]) socket.on('error', () => undefined);
	};

	let server = await listen(0, relayConnection);
	const address = server.address();
	const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
	return {
		port,
		broken,
		refuse: () => void server.close(),
		answerInstead(status) {
			const page = `${status} page not found\n`;
			ownAnswer = `HTTP/1.1 ${status} Answer\r\ncontent-type: text/plain\r\ncontent-length: ${page.length}\r\nconnection: close\r\n\r\n${page}`;
			for (const client of clients) client.destroy();
		},
		async accept() {
			ownAnswer = undefined;
			if (server.listening) return;
			server = await listen(port, relayConnection);
		},
		stop() {
			server.close();
			for (const client of clients) client.destroy();
		},
	};
}

async function listen(port: number, onConnection: (client: Socket) => void): Promise<Server> {
	const server = createServer(onConnection).listen(port, '127.0.0.1');
	await once(server, 'listening');
	return server;
}
