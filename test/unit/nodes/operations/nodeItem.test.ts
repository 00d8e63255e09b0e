import { Readable } from 'node:stream';
import type { IExecuteFunctions } from 'n8n-workflow';
import { toNodeItem } from '../../../../nodes/shared/operations/nodeItem';
import type { OutputFile } from '../../../../nodes/shared/items/outputItem';
import { FakeHelpers } from '../../../support/fakeHelpers';

const LINK = 'https://files.test/shot?signature=1';

/** A node that stores files by their name and type, and reads links that give this content type. */
function contextOf(contentType: string | undefined, isTool = false): IExecuteFunctions {
	const { context } = new FakeHelpers(() => ({
		statusCode: 200,
		headers: { 'content-type': contentType },
		body: Readable.from(['picture']),
	}));
	return {
		...context,
		isToolExecution: () => isTool,
		continueOnFail: () => false,
		getExecutionCancelSignal: () => undefined,
		helpers: {
			...context.helpers,
			prepareBinaryData: async (_content: unknown, fileName: string, mimeType: string) => ({
				fileName,
				mimeType,
				data: '',
			}),
		},
	} as unknown as IExecuteFunctions;
}

const linked: OutputFile = {
	field: 'screenshot',
	url: LINK,
	fileName: 'screenshot.png',
	mimeType: 'image/png',
};

test.each([
	['image/jpeg; charset=binary', 'image/jpeg'],
	[undefined, 'image/png'],
	['', 'image/png'],
])('a file behind a link has the type that its answer says: %s', async (said, expected) => {
	const item = await toNodeItem(contextOf(said), { json: {}, files: [linked] }, [3]);
	expect(item.binary?.screenshot?.mimeType).toBe(expected);
	expect(item.pairedItem).toEqual({ item: 3 });
});

test('a web page in place of a screenshot is no screenshot, and one in place of a page is one', async () => {
	const sentInstead = contextOf('text/html; charset=utf-8');
	const item = await toNodeItem(sentInstead, { json: {}, files: [linked] }, [0]);
	expect(item.binary).toEqual({});
	expect(item.json).toEqual({
		missingFiles: ["The file 'screenshot.png' could not be read: a web page answered instead"],
	});
	const page = { ...linked, field: 'html', fileName: 'a.html', mimeType: 'text/html' };
	const whole = await toNodeItem(sentInstead, { json: {}, files: [page] }, [0]);
	expect(whole.binary?.html?.mimeType).toBe('text/html');
});

test.each([
	['image/png', 'application/json', false],
	['image/png', 'application/problem+json; charset=utf-8', false],
	['image/png', 'text/plain', false],
	['image/png', 'application/xml', false],
	['image/png', 'application/octet-stream', true],
	['image/png', 'image/svg+xml', true],
	['text/markdown', 'application/json', false],
	['text/markdown', 'text/html', false],
	['text/markdown', 'text/plain; charset=utf-8', true],
	['text/html', 'application/xhtml+xml', true],
])('in place of %s, %s is a file: %s', async (mimeType, said, isFile) => {
	const file = { ...linked, mimeType };
	const item = await toNodeItem(contextOf(said), { json: {}, files: [file] }, [0]);
	expect(item.binary?.screenshot !== undefined).toBe(isFile);
	expect(item.json.missingFiles !== undefined).toBe(!isFile);
});

test('a file whose connection drops is an error that says what to do', async () => {
	const broken = contextOf(undefined);
	broken.helpers.prepareBinaryData = async (content) => {
		await (content as Readable).toArray();
		throw new Error('aborted');
	};
	async function* drop() {
		yield 'PK';
		throw new Error('socket hang up');
	}
	const file = { field: 'data', fileName: 'a.zip', mimeType: 'application/zip' };
	const files = [{ ...file, stream: Readable.from(drop()) }];
	await expect(toNodeItem(broken, { json: {}, files }, [0])).rejects.toMatchObject({
		message: "The file 'a.zip' was not received completely",
		description: expect.stringContaining('Run the node again'),
	});
});

test('a tool has no use for files: streams are closed, texts become fields, links are not opened', async () => {
	const stream = Readable.from(['archive']);
	const files: OutputFile[] = [
		linked,
		{ field: 'data', fileName: 'a.zip', mimeType: 'application/zip', stream },
		{ field: 'markdown', fileName: 'a.md', mimeType: 'text/markdown', text: '# A' },
	];
	const item = await toNodeItem(contextOf('image/png', true), { json: { a: 1 }, files }, [0]);
	expect(item).toEqual({ json: { a: 1, markdown: '# A' }, pairedItem: { item: 0 } });
	expect(stream.destroyed).toBe(true);
});
