import { createServer } from 'node:http';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/**
 * What a stranger may have the service read. Add one here, and both the bench (`--only hostile`) and
 * the contract tests read it.
 * @typedef {object} Attack
 * @property {string} name What it is, for tables.
 * @property {'page' | 'document'} kind A page is scraped, a document parsed.
 * @property {string} fileName End of its address; tells what a document is.
 * @property {string} [type] Media type. Default: HTML for pages, bytes for documents.
 * @property {() => Iterable<string | Buffer> | Promise<Buffer>} content
 * @property {object} [request] Fields of the request beside the address.
 * @property {boolean} [isEndless] Whether the answer never ends.
 */

const MEGABYTE = 1024 * 1024;

/**
 * So many characters of a text, over and over, in pieces.
 * @param {string} text
 * @param {number} length
 */
function* repeat(text, length) {
	const piece = text.repeat(Math.ceil(65_536 / text.length));
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
		name: 'comment of 30 MB',
		kind: 'page',
		fileName: 'comment',
		content: () => around(`${HEAD}<!--`, repeat('<iframe ', 30 * MEGABYTE), '-->'),
	},
	{
		name: 'attribute of 5 MB',
		kind: 'page',
		fileName: 'attribute',
		content: () => around(`${HEAD}<p class="`, repeat('behavioral-content ', 5 * MEGABYTE), '">'),
	},
	{
		name: 'text of brackets, 2 MB',
		kind: 'page',
		fileName: 'brackets',
		content: () => around(`${HEAD}<p>`, repeat('[](', 2 * MEGABYTE)),
	},
	{
		name: 'table of spans',
		kind: 'page',
		fileName: 'spans',
		content: () => around(`${HEAD}<table>`, repeat('<tr><td colspan=100 rowspan=100>x', 200_000)),
	},
	{
		name: 'table of a million cells',
		kind: 'page',
		fileName: 'cells',
		content: () => around(`${HEAD}<table>`, repeat(`<tr>${'<td>x'.repeat(100)}`, 5 * MEGABYTE)),
	},
	{
		name: '200,000 levels deep',
		kind: 'page',
		fileName: 'deep',
		content: () => around(HEAD, repeat('<div>', 1_000_000)),
	},
	{
		name: 'many lists and a wide schema',
		kind: 'page',
		fileName: 'lists',
		content: () => around(HEAD, repeat('<ul><li>One: 1<li>Two: 2</ul>', MEGABYTE)),
		request: { schema: wideSchema },
	},
	{
		name: 'page of 100 MB',
		kind: 'page',
		fileName: 'large',
		content: () => around(HEAD, repeat('<p>Words of a very long page.</p>', 100 * MEGABYTE)),
	},
	{
		name: 'script that grows the page to 400 MB',
		kind: 'page',
		fileName: 'growth',
		content: script("for (let i = 0; i < 400; i++) document.body.append('word '.repeat(209715))"),
	},
	{
		name: 'script that opens windows',
		kind: 'page',
		fileName: 'windows',
		content: script("for (let i = 0; i < 200; i++) open('about:blank')"),
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
const workbook = () =>
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
			repeat('<row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row>', 56_000_000),
			'</sheetData></worksheet>',
		),
	});

const LAUGHS = Array.from(
	{ length: 9 },
	(_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
).join('');

/** @type {Attack[]} */
const documents = [
	{
		name: 'Word document that unpacks to 1 GB',
		kind: 'document',
		fileName: 'bomb.docx',
		content: () => word(repeat('<w:p><w:r><w:t>words</w:t></w:r></w:p>', 1024 * MEGABYTE)),
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
		content: () => repeat('1,two,](three\n', 14_000_000),
	},
	{
		name: 'HTML document, 100,000 levels deep',
		kind: 'document',
		fileName: 'deep.html',
		content: () => around(HEAD, repeat('<div>', 500_000)),
	},
	{
		name: 'RTF, 100,000 groups deep',
		kind: 'document',
		fileName: 'deep.rtf',
		content: () => around('{\\rtf1 ', repeat('{\\b ', 400_000)),
	},
	{
		name: 'mail in mail, 2,000 deep',
		kind: 'document',
		fileName: 'deep.eml',
		content: () => repeat('Content-Type: message/rfc822\r\n\r\n', 64_000),
	},
	{
		name: 'PDF whose pages are their own parents',
		kind: 'document',
		fileName: 'loop.pdf',
		content: () => [
			'%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[2 0 R 2 0 R]/Count 2/Parent 2 0 R>>endobj\ntrailer<</Root 1 0 R/Size 3>>\n%%EOF',
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
		content: () => around('%PDF-1.7\n', repeat('\u0000ÿstream endstream obj ', 5 * MEGABYTE)),
	},
];

export const ATTACKS = [...pages, ...documents];

/** @typedef {{ url: (attack: Attack) => string, stop: () => Promise<void> }} AttackSite */

/**
 * Serves the attacks on a free port of this machine.
 * @returns {Promise<AttackSite>}
 */
export async function startAttackSite() {
	const server = createServer((request, response) => {
		const attack = ATTACKS.find(({ fileName }) => request.url === `/${fileName}`);
		if (attack === undefined) return void response.writeHead(404).end();
		const { kind, type = kind === 'page' ? 'text/html' : 'application/octet-stream' } = attack;
		response.writeHead(200, { 'Content-Type': type });
		void Promise.resolve(attack.content()).then((content) => {
			const source = Readable.from(Buffer.isBuffer(content) ? [content] : content);
			// The reader may go away at any moment.
			source.on('error', () => response.destroy()).pipe(response, { end: !attack.isEndless });
		});
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
