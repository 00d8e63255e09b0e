import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import {
	brotliCompressSync,
	deflateRawSync,
	deflateSync,
	gzipSync,
	zstdCompressSync,
} from 'node:zlib';
import { Agent, buildConnector } from 'undici';
import { WholeAnswers } from '../../../service/src/net/wholeAnswers.ts';
import { startServer } from '../../support/loopbackServer';

const WORDS = Array.from({ length: 5000 }, (_word, at) => `word ${at ** 2}`).join('\n');

const PACKINGS: ReadonlyArray<[name: string, header: string, body: Buffer]> = [
	['none', '', Buffer.from(WORDS)],
	['gzip', 'gzip', gzipSync(WORDS)],
	['gzip in capitals', 'X-GZIP', gzipSync(WORDS)],
	['deflate', 'deflate', deflateSync(WORDS)],
	['deflate without its header', 'deflate', deflateRawSync(WORDS)],
	['brotli', 'br', brotliCompressSync(WORDS)],
	['zstd', 'zstd', zstdCompressSync(WORDS)],
	['two', 'gzip, br', brotliCompressSync(gzipSync(WORDS))],
];

type Ending = 'whole' | 'short' | 'reset';

/** How an answer says where it ends. */
const FRAMES: Readonly<Record<string, (part: Buffer) => [headers: string[], body: Buffer]>> = {
	'with a length': (part) => [[`Content-Length: ${part.length}`], part],
	'in chunks': (part) => [
		['Transfer-Encoding: chunked'],
		Buffer.concat([
			Buffer.from(`${part.length.toString(16)}\r\n`),
			part,
			Buffer.from('\r\n0\r\n\r\n'),
		]),
	],
	'without a length': (part) => [['Connection: close'], part],
};

const agents: Agent[] = [];
afterEach(async () => {
	await Promise.all(agents.splice(0).map((agent) => agent.destroy()));
});

/** What comes of a body, or why nothing does. */
async function read(packing: string, [headers, body]: [string[], Buffer], ending: Ending) {
	const { origin } = await startServer((_request, response) => {
		const { socket } = response;
		const lines = packing === '' ? headers : [...headers, `Content-Encoding: ${packing}`];
		socket?.write(`HTTP/1.1 200 OK\r\n${lines.join('\r\n')}\r\n\r\n`);
		socket?.write(body, () => {
			if (ending === 'reset') setTimeout(() => socket.resetAndDestroy(), 50);
			else socket.end();
		});
	});
	const answers = new WholeAnswers();
	const dispatcher = new Agent({ connect: answers.watch(buildConnector({})) });
	agents.push(dispatcher);
	const answer = await answers.fetch(new URL(origin), { dispatcher });
	return await text(answer.body ?? Readable.from([]));
}

describe.each(PACKINGS)('a body packed with %s', (name, packing, body) => {
	it.each(Object.entries(FRAMES))('is read %s', async (_frame, frame) => {
		expect(await read(packing, frame(body), 'whole')).toBe(WORDS);
	});

	it('fails if its connection breaks', async () => {
		const [headers, part] = FRAMES['without a length']?.(body) ?? [[], body];
		await expect(read(packing, [headers, part], 'reset')).rejects.toThrow();
	});

	if (name === 'none') return;
	it.each(Object.entries(FRAMES))(
		'fails if its packing has no end, sent %s',
		async (_frame, frame) => {
			for (const part of [0.1, 0.5, 0.9, 0.999]) {
				const cut = body.subarray(0, Math.floor(body.length * part));
				await expect(read(packing, frame(cut), 'short')).rejects.toThrow();
			}
		},
	);
});

it('a body packed in an unknown way, or said to be packed in none, stays as it is', async () => {
	const frame = FRAMES['with a length'];
	for (const packing of ['identity', 'utf-8', 'gzip, rot13']) {
		expect(await read(packing, frame?.(Buffer.from('words')) ?? [[], Buffer.of()], 'whole')).toBe(
			'words',
		);
	}
});

it('a body packed too many times is not unpacked', async () => {
	const packing = Array.from({ length: 6 }, () => 'gzip').join(',');
	const frame = FRAMES['with a length']?.(gzipSync(WORDS)) ?? [[], Buffer.of()];
	await expect(read(packing, frame, 'whole')).rejects.toThrow('compressed too many times');
});

it('an answer that is given up unread frees its connection', async () => {
	const closed = Promise.withResolvers<void>();
	const { origin } = await startServer((_request, response) => {
		response.once('close', () => closed.resolve());
		response.writeHead(200, { 'content-encoding': 'gzip' }).write('endless');
	});
	const answers = new WholeAnswers();
	const dispatcher = new Agent({ connect: answers.watch(buildConnector({})) });
	agents.push(dispatcher);
	const { response } = await answers.fetch(new URL(origin), { dispatcher });
	await response.body?.cancel();
	expect(await closed.promise).toBeUndefined();
});
