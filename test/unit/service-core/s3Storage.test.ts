import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createS3Client, createS3Storage } from '../../../service/src/files/s3Storage.ts';
import { StorageUnavailableError } from '../../../service/src/files/storage.ts';

let workDirectory: string;
let server: Server;
/** What the server does with a request that it has read. */
let answer: RequestListener;

beforeAll(async () => {
	process.env['AWS_ACCESS_KEY_ID'] = 'key';
	process.env['AWS_SECRET_ACCESS_KEY'] = 'secret';
	workDirectory = await mkdtemp(join(tmpdir(), 's3-storage-'));
	server = createServer((request, response) => {
		request.resume();
		answer(request, response);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});

afterAll(async () => {
	server.closeAllConnections();
	server.close();
	await rm(workDirectory, { recursive: true, force: true });
});

const dripHeaders: RequestListener = (_request, response) => {
	response.socket?.write('HTTP/1.1 200 OK\r\n');
	const timer = setInterval(() => response.socket?.write('x-more: 1\r\n'), 20);
	response.socket?.once('close', () => clearInterval(timer));
};
const dripBody: RequestListener = (_request, response) => {
	response.writeHead(200, { 'content-length': '1000000' });
	const timer = setInterval(() => response.write('x'), 20);
	response.once('close', () => clearInterval(timer));
};

function openStorage() {
	const { port } = Object(server.address());
	const endpoint = `http://127.0.0.1:${port}`;
	const client = createS3Client({ name: 'bucket', region: 'us-east-1', endpoint });
	const limits = { answerMs: 200, totalMs: 400 };
	return createS3Storage({ client, bucket: 'bucket', prefix: '', workDirectory, limits });
}

type Use = (storage: ReturnType<typeof openStorage>) => Promise<unknown>;

describe('a server of files that sends a byte now and then', () => {
	it.each<[string, RequestListener, Use]>([
		['an answer', dripHeaders, (storage) => storage.read('a')],
		['the end of a file', dripBody, (storage) => storage.withLocalFile('a', async () => undefined)],
		['the end of a listing', dripBody, (storage) => readAll(storage.list())],
		['a deletion', dripHeaders, (storage) => storage.remove('a')],
		['an upload', dripHeaders, (storage) => storage.write('a', (path) => writeFile(path, 'text'))],
	])('is not waited for without end: for %s', async (_what, listener, use) => {
		answer = listener;
		const error: unknown = await use(openStorage()).catch((thrown: unknown) => thrown);

		// Another try may go better.
		expect(error).toBeInstanceOf(StorageUnavailableError);
		expect(error).toMatchObject({ isRefusal: false });
	});
});

async function readAll<Entry>(entries: AsyncIterable<Entry>): Promise<Entry[]> {
	const all: Entry[] = [];
	for await (const entry of entries) all.push(entry);
	return all;
}
