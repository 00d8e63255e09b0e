import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import {
	detectDataFormat,
	toDataText,
	streamZip,
	layOutZip,
	readContentTypes,
	createNameMaker,
	toFileName,
	type ContentType,
} from '../../../service/src/crawl/archive.ts';
import { readZip } from '../../contract/support/readZip';

describe('the name of a page in an archive', () => {
	it.each([
		['https://example.com/', 'example.com'],
		['https://example.com/blog/first', 'example.com_blog_first'],
		['https://example.com/blog/first/', 'example.com_blog_first'],
		['https://example.com/docs/index.html', 'example.com_docs_index'],
		['https://example.com/a.b/c.php', 'example.com_a.b_c'],
		['http://127.0.0.1:8330/a', '127.0.0.1-8330_a'],
		['https://example.com/a b/%C3%BCber', 'example.com_a-b_über'],
		['https://example.com/..%2F..%2Fetc/passwd', 'example.com_etc_passwd'],
		['https://example.com/%2e%2e/.hidden', 'example.com_hidden'],
		['https://example.com/a%00b%3A*%3F', 'example.com_a-b'],
		['https://example.com/a%5C..%5Cb', 'example.com_a-..-b'],
		['https://example.com/%E0%A4%A', 'example.com_E0-A4-A'],
	])('of %s is %s', (address, expected) => {
		expect(toFileName(address)).toBe(expected);
	});

	it('is short enough for every file system, and never cut inside a character', () => {
		const name = toFileName(`https://example.com/${'ü'.repeat(500)}`);

		expect(Buffer.byteLength(name)).toBeLessThanOrEqual(180);
		expect(name).toMatch(/^example\.com_ü+$/);
	});

	it('is given once, whatever the case', () => {
		const makeName = createNameMaker();
		const names = ['/a', '/a?page=2', '/A', '/a/'].map((path) => makeName(`https://x.org${path}`));

		expect(names).toEqual(['x.org_a', 'x.org_a-2', 'x.org_A-3', 'x.org_a-4']);
	});

	it('does not collide with a page that is called like a repeated one', () => {
		const makeName = createNameMaker();
		const names = ['/a-2', '/a', '/a?x=1'].map((path) => makeName(`https://x.org${path}`));

		expect(names).toEqual(['x.org_a-2', 'x.org_a', 'x.org_a-3']);
	});
});

describe('the layout of an archive', () => {
	const pages = [{ url: 'https://x.org/' }, { url: 'https://x.org/a/b.html' }];
	const list = (contentTypes: ContentType[], dataFormat: 'json' | 'csv' | 'markdown' = 'json') =>
		layOutZip(pages, contentTypes, dataFormat).map(({ path }) => path);

	it.each<[ContentType, 'json' | 'csv' | 'markdown', string]>([
		['html', 'json', 'html'],
		['markdown', 'json', 'md'],
		['data', 'json', 'json'],
		['data', 'csv', 'csv'],
		['data', 'markdown', 'md'],
	])('of %s alone, in %s, is files ending in .%s at the root', (type, format, extension) => {
		expect(list([type], format)).toEqual([`x.org.${extension}`, `x.org_a_b.${extension}`]);
	});

	it('of several types is one folder per page', () => {
		expect(list(['html', 'markdown', 'data'], 'csv')).toEqual([
			'x.org/index.html',
			'x.org/markdown.md',
			'x.org/data.json',
			'x.org_a_b/index.html',
			'x.org_a_b/markdown.md',
			'x.org_a_b/data.json',
		]);
		expect(list(['html', 'data'])).toEqual([
			...['x.org/index.html', 'x.org/data.json'],
			...['x.org_a_b/index.html', 'x.org_a_b/data.json'],
		]);
	});

	it.each([
		[undefined, ['html', 'markdown', 'data']],
		['data', ['data']],
		['data, html', ['html', 'data']],
		['html,html', ['html']],
	])('reads include=%s', (include, expected) => {
		expect(readContentTypes(include)).toEqual(expected);
	});
});

describe('the data of an archive', () => {
	it.each([
		['JSON for an instruction', { transformInstruction: 'title and price' }, 'json'],
		['CSV when asked', { transformInstruction: 'title and price as CSV' }, 'csv'],
		['Markdown when asked', { transformInstruction: 'Summarize as Markdown' }, 'markdown'],
		['JSON for a schema', { transformInstruction: 'as CSV', schema: {} }, 'json'],
		['Markdown for neither', {}, 'markdown'],
	])('is %s', (_label, request, expected) => {
		expect(detectDataFormat(request)).toBe(expected);
	});

	it('is text as it stands, and JSON otherwise', () => {
		expect(toDataText('a,b\n1,2', 'csv')).toBe('a,b\n1,2');
		expect(toDataText('# Title', 'markdown')).toBe('# Title');
		expect(JSON.parse(toDataText({ a: 1 }, 'json'))).toEqual({ a: 1 });
		expect(JSON.parse(toDataText('raw', 'json'))).toBe('raw');
		expect(JSON.parse(toDataText({ a: 1 }, 'csv'))).toEqual({ a: 1 });
	});
});

describe('the stream of an archive', () => {
	const entriesOf = (count: number) =>
		layOutZip(
			Array.from({ length: count }, (_, index) => ({ url: `https://x.org/${index}` })),
			['html'],
			'json',
		);

	it('holds every file whole', async () => {
		const archive = await buffer(
			streamZip(entriesOf(3), async ({ path }) => Readable.from([`text of ${path}`])),
		);
		const files = [...readZip(archive)].map(([name, content]) => [name, content.toString()]);

		expect(files).toEqual([
			['x.org_0.html', 'text of x.org_0.html'],
			['x.org_1.html', 'text of x.org_1.html'],
			['x.org_2.html', 'text of x.org_2.html'],
		]);
	});

	it('opens one file at a time', async () => {
		let openCount = 0;
		let highest = 0;
		const stream = streamZip(entriesOf(20), async () => {
			openCount += 1;
			highest = Math.max(highest, openCount);
			return Readable.from([Buffer.alloc(50_000, 'x')]).once('close', () => (openCount -= 1));
		});
		await buffer(stream);

		expect(highest).toBe(1);
	});

	it('ends with the error of a file that cannot be opened', async () => {
		const stream = streamZip(entriesOf(2), async () => {
			throw new Error('The html of https://x.org/0 has been deleted.');
		});

		await expect(buffer(stream)).rejects.toThrow('has been deleted');
	});

	it('ends with the error of a file that breaks off', async () => {
		const stream = streamZip(
			entriesOf(2),
			async () =>
				new Readable({
					read() {
						this.destroy(new Error('disk error'));
					},
				}),
		);

		await expect(buffer(stream)).rejects.toThrow('disk error');
	});

	it('opens no more files when its reader has gone, and closes the open one', async () => {
		const opened: Readable[] = [];
		const stream = streamZip(entriesOf(50), async () => {
			const file = Readable.from(Array.from({ length: 100 }, () => Buffer.alloc(10_000, 'x')));
			opened.push(file);
			return file;
		});
		stream.once('data', () => stream.destroy());
		await new Promise((resolve) => stream.once('close', resolve));
		const countThen = opened.length;
		await new Promise((resolve) => setTimeout(resolve, 50));

		expect(opened).toHaveLength(countThen);
		expect(countThen).toBeLessThan(5);
		expect(opened.every(({ destroyed }) => destroyed)).toBe(true);
	});
});
