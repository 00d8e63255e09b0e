import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/**
 * What a stranger may have the service read. Add one here, and both the bench (`--only hostile`) and
 * the contract tests read it.
 * @typedef {object} Attack
 * @property {string} name What it is, for tables.
 * @property {'page' | 'document' | 'crawl'} kind A page is scraped or crawled, a document parsed.
 * @property {string} fileName End of its address; tells what a document is.
 * @property {string} [type] Media type. Default: HTML for pages, bytes for documents.
 * @property {(share: number) => Iterable<string | Buffer> | Promise<Buffer>} content Of the share of
 * its size that is wanted, 1 for all of it.
 * @property {number} [leastShare] Less of it would be no attack.
 * @property {object[]} [actions] What is to be done on the page.
 * @property {object} [request] Fields of the request beside the address.
 * @property {Record<string, string>} [redirect] Headers of a first answer that redirects; its target is the page.
 * @property {boolean} [isEndless] Whether the answer never ends.
 */

const MEGABYTE = 1024 * 1024;

/**
 * So many characters of a text, over and over, in pieces, of which there is at least one.
 * @param {string} text
 * @param {number} length
 * @param {number} [pieceLength]
 */
function* repeat(text, length, pieceLength = 65_536) {
	const piece = text.repeat(Math.ceil(pieceLength / text.length));
	for (let sent = 0; sent < length; sent += piece.length) yield piece;
}

/**
 * @param {string} before
 * @param {Iterable<string>} middle
 * @param {string} [after]
 */
function* around(before, middle, after = '') {
	yield before;
	yield* middle;
	yield after;
}

const HEAD = '<!doctype html><title>Page</title><p>Some words.</p>';

/** @param {string} code */
const script = (code) => () => [`${HEAD}<script>${code}</script>`];

/** A schema of fifty lists. */
const wideSchema = {
	type: 'object',
	properties: Object.fromEntries(
		Array.from({ length: 50 }, (_, index) => [
			`list${index}`,
			{ type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
		]),
	),
};

/** @type {Attack[]} */
const pages = [
	{
		name: 'buffers of 5 GB',
		kind: 'page',
		fileName: 'buffers',
		content: script(
			'window.held = []; for (let n = 0; n < 40; n++) held.push(new Uint8Array(1 << 27).fill(1));',
		),
	},
	{
		name: 'WebAssembly memory of 3 GB',
		kind: 'page',
		fileName: 'wasm',
		content: script(
			'window.held = new WebAssembly.Memory({ initial: 48000 }); new Uint8Array(held.buffer).fill(1);',
		),
	},
	{
		name: 'comment of 30 MB',
		kind: 'page',
		fileName: 'comment',
		content: (share) => around(`${HEAD}<!--`, repeat('<iframe ', share * 30 * MEGABYTE), '-->'),
	},
	{
		name: 'attribute of 5 MB',
		kind: 'page',
		fileName: 'attribute',
		content: (share) =>
			around(`${HEAD}<p class="`, repeat('behavioral-content ', share * 5 * MEGABYTE), '">'),
	},
	{
		name: 'text of brackets, 2 MB',
		kind: 'page',
		fileName: 'brackets',
		content: (share) => around(`${HEAD}<p>`, repeat('[](', share * 2 * MEGABYTE)),
	},
	{
		name: 'table of spans',
		kind: 'page',
		fileName: 'spans',
		content: (share) =>
			around(`${HEAD}<table>`, repeat('<tr><td colspan=100 rowspan=100>x', share * 200_000)),
	},
	{
		name: 'table of a million cells',
		kind: 'page',
		fileName: 'cells',
		content: (share) =>
			around(`${HEAD}<table>`, repeat(`<tr>${'<td>x'.repeat(100)}`, share * 5 * MEGABYTE)),
	},
	{
		name: '200,000 levels deep',
		kind: 'page',
		fileName: 'deep',
		content: (share) => around(HEAD, repeat('<div>', share * 1_000_000)),
	},
	{
		name: 'many lists and a wide schema',
		kind: 'page',
		fileName: 'lists',
		content: (share) =>
			around(HEAD, repeat('<ul><li>One: 1<li>Two: 2</ul>', share * MEGABYTE, 8_192)),
		request: { schema: wideSchema },
	},
	{
		name: 'page of 100 MB',
		kind: 'page',
		fileName: 'large',
		content: (share) =>
			around(HEAD, repeat('<p>Words of a very long page.</p>', share * 100 * MEGABYTE)),
	},
	{
		name: 'script that grows the page to 400 MB',
		kind: 'page',
		fileName: 'growth',
		leastShare: 0.1,
		content: (share) =>
			script(
				`for (let i = 0; i < ${share * 400}; i++) document.body.append('word '.repeat(209715))`,
			)(),
	},
	{
		name: 'script that opens windows',
		kind: 'page',
		fileName: 'windows',
		leastShare: 0.1,
		content: (share) => script(`for (let i = 0; i < ${share * 200}; i++) open('about:blank')`)(),
	},
	{
		name: 'a button among 300,000, asked for in words',
		kind: 'page',
		fileName: 'buttons',
		content: (share) =>
			around(HEAD, repeat('<button>Buy the kettle now</button>', share * 10 * MEGABYTE)),
		actions: [{ type: 'click', value: 'the button to buy a kettle' }],
	},
	{
		name: 'a button with 20,000 long names around it, asked for in words',
		kind: 'page',
		fileName: 'names',
		content: (share) =>
			around(
				`${HEAD}<p id="name">${'buy now '.repeat(20_000 * share)}</p>`,
				repeat('<button aria-labelledby="name">x</button>', share * MEGABYTE, 8_192),
			),
		actions: [{ type: 'click', value: 'the button to buy a kettle' }],
	},
	{
		name: 'lists in lists, each item asked for in words',
		kind: 'page',
		fileName: 'items',
		content: (share) =>
			around(
				HEAD,
				repeat('<ul class="a"><li>One<ol><li>Two<li>Three</ol><li>Four</ul>', share * 5 * MEGABYTE),
			),
		actions: [{ type: 'forEach', observe: 'each product', mode: 'inline', maxItems: 3 }],
	},
	{
		name: 'titles in titles behind a mark of bot checks',
		kind: 'page',
		fileName: 'titles',
		content: (share) =>
			around(
				'<!doctype html><body>window._pxAppId _fs-ch-<!--',
				repeat('<title ', share * MEGABYTE),
				'-->',
			),
	},
	{
		name: 'script that never ends',
		kind: 'page',
		fileName: 'busy',
		content: script('addEventListener("load", () => { for (;;); })'),
	},
	{
		name: 'answer that never ends',
		kind: 'page',
		fileName: 'endless',
		content: () => [HEAD],
		isEndless: true,
	},
];

/** @type {Attack[]} */
const crawls = [
	{
		name: 'crawled page that gives itself an address of 350,000 characters',
		kind: 'crawl',
		fileName: 'pushed',
		content: () => [
			`${HEAD}<a href="/links">Next</a><script>history.pushState(0, 0, '/' + 'sitemap'.repeat(50000))</script>`,
		],
	},
	{
		name: 'crawled redirect to an address of 200,000 characters, fast',
		kind: 'crawl',
		fileName: 'redirect',
		redirect: { location: `/redirect?${'sitemap'.repeat(28_000)}` },
		content: () => [HEAD],
		request: { scrapeMode: 'fast' },
	},
	{
		name: 'crawled page with links of 100,000 characters',
		kind: 'crawl',
		fileName: 'links',
		content: (share) =>
			around(HEAD, repeat(`<a href="/${'a/'.repeat(50_000)}">Long</a>`, share * 5 * MEGABYTE)),
	},
	{
		name: 'crawled page of code that looks like links',
		kind: 'crawl',
		fileName: 'code',
		leastShare: 0.1,
		content: (share) => around(`${HEAD}<pre>`, repeat('](', share * 2 * MEGABYTE), '</pre>'),
	},
];

/**
 * A ZIP archive of these files.
 * @param {Record<string, Iterable<string | Buffer>>} files
 */
async function zip(files) {
	const archive = new ZipFile();
	for (const [path, content] of Object.entries(files)) {
		archive.addReadStream(Readable.from(content, { objectMode: false }), path);
	}
	archive.end();
	return await buffer(archive.outputStream);
}

const CONTENT_TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>`;
const RELATIONS = `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="`;

/**
 * A Word document of this body.
 * @param {Iterable<string>} body
 * @param {string} [declarations]
 */
const word = (body, declarations = '') =>
	zip({
		'[Content_Types].xml': [
			`${CONTENT_TYPES}<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
		],
		'_rels/.rels': [`${RELATIONS}word/document.xml"/></Relationships>`],
		'word/document.xml': around(
			`<?xml version="1.0"?>${declarations}<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>`,
			body,
			'</w:body></w:document>',
		),
	});

/** A workbook of a million rows. */
const workbook = (/** @type {number} */ share) =>
	zip({
		'[Content_Types].xml': [
			`${CONTENT_TYPES}<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
		],
		'_rels/.rels': [`${RELATIONS}xl/workbook.xml"/></Relationships>`],
		'xl/_rels/workbook.xml.rels': [
			`<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
		],
		'xl/workbook.xml': [
			`<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="One" sheetId="1" r:id="r1"/></sheets></workbook>`,
		],
		'xl/worksheets/sheet1.xml': around(
			`<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>`,
			repeat('<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>', share * 56_000_000),
			'</sheetData></worksheet>',
		),
	});

const LAUGHS = Array.from(
	{ length: 9 },
	(_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('');

/** How many groups of rich text {@link repeat} makes of a length. */
const groupsIn = (/** @type {number} */ length) =>
	[...repeat('{\\b ', length)].join('').split('{').length - 1;

/** @type {Attack[]} */
const documents = [
	{
		name: 'Word document that unpacks to 1 GB',
		kind: 'document',
		fileName: 'bomb.docx',
		content: (share) =>
			word(repeat('<w:p><w:r><w:t>words</w:t></w:r></w:p>', share * 1024 * MEGABYTE)),
	},
	{
		name: 'Word document with entities in entities',
		kind: 'document',
		fileName: 'laughs.docx',
		content: () =>
			word(['<w:p><w:r><w:t>&l9;</w:t></w:r></w:p>'], `<!DOCTYPE x [<!ENTITY l0 "lol">${LAUGHS}]>`),
	},
	{
		name: 'workbook of a million rows',
		kind: 'document',
		fileName: 'rows.xlsx',
		content: workbook,
	},
	{
		name: 'CSV of a million rows',
		kind: 'document',
		fileName: 'rows.csv',
		content: (share) => repeat('1,two,](three\n', share * 14_000_000),
	},
	{
		name: 'HTML document, 100,000 levels deep',
		kind: 'document',
		fileName: 'deep.html',
		content: (share) => around(HEAD, repeat('<div>', share * 500_000)),
	},
	{
		name: 'RTF, 100,000 groups deep',
		kind: 'document',
		fileName: 'deep.rtf',
		content: (share) =>
			around(
				'{\\rtf1 ',
				repeat('{\\b ', share * 400_000),
				// Else it would be refused as cut off.
				`words${'}'.repeat(groupsIn(share * 400_000) + 1)}`,
			),
	},
	{
		name: 'JSON, 200,000 lists deep',
		kind: 'document',
		fileName: 'deep.json',
		leastShare: 0.5,
		content: (share) => ['['.repeat(share * 200_000), ']'.repeat(share * 200_000)],
	},
	{
		name: 'text of 54 MB in Cyrillic letters',
		kind: 'document',
		fileName: 'long.txt',
		content: (share) => repeat('Порт и корабли\n', share * 30_000_000),
	},
	{
		name: 'mail in mail, 2,000 deep',
		kind: 'document',
		fileName: 'deep.eml',
		content: (share) => repeat('Content-Type: message/rfc822\r\n\r\n', share * 64_000),
	},
	{
		name: 'PDF whose pages are their own parents',
		kind: 'document',
		fileName: 'loop.pdf',
		content: () => [
			'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R/Size 3>>\nstartxref\n0\n%%EOF',
		],
	},
	{
		name: 'PDF that is cut off',
		kind: 'document',
		fileName: 'cut.pdf',
		content: () => ['%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages'],
	},
	{
		name: 'noise that calls itself a PDF',
		kind: 'document',
		fileName: 'noise.pdf',
		content: (share) =>
			around('%PDF-1.7\n', repeat('\u0000ÿstream endstream obj ', share * 5 * MEGABYTE)),
	},
];

/**
 * The request that has the service read an attack.
 * @param {Attack} attack
 * @param {string} url
 * @returns {{ path: string, body: object }}
 */
export function toRequest({ kind, actions, request }, url) {
	if (kind === 'document') return { path: '/parse', body: { url, wait: false, ...request } };
	if (kind === 'crawl') return { path: '/crawl', body: { baseUrl: url, maxPages: 3, ...request } };
	return { path: '/scrape', body: { urls: [{ url, ...(actions && { actions }) }], ...request } };
}

export const ATTACKS = [...pages, ...crawls, ...documents];

/** @typedef {{ url: (attack: Attack) => string, stop: () => Promise<void> }} AttackSite */

/**
 * Serves the attacks on a free port of this machine.
 * @param {number} [share] Of the size of each. Default: all of it
 * @returns {Promise<AttackSite>}
 */
export async function startAttackSite(share = 1) {
	// The browser sends back an address of any length.
	const server = createServer({ maxHeaderSize: 1 << 20 }, (request, response) => {
		const [path, query] = (request.url ?? '').split('?', 2);
		const attack = ATTACKS.find(({ fileName }) => path === `/${fileName}`);
		if (attack === undefined) return void response.writeHead(404).end();
		const { kind, redirect } = attack;
		if (redirect !== undefined && query === undefined) {
			return void response.writeHead(302, redirect).end();
		}
		const { type = kind === 'document' ? 'application/octet-stream' : 'text/html' } = attack;
		response.writeHead(200, { 'Content-Type': type });
		void Promise.resolve(attack.content(Math.max(share, attack.leastShare ?? 0))).then(
			(content) => {
				const source = Readable.from(Buffer.isBuffer(content) ? [content] : content);
				// The reader may go away at any moment.
				source.on('error', () => response.destroy()).pipe(response, { end: !attack.isEndless });
			},
		);
	});
	await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
	const address = server.address();
	const port = typeof address === 'object' ? address?.port : undefined;
	return {
		url: ({ fileName }) => `http://127.0.0.1:${port}/${fileName}`,
		async stop() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
