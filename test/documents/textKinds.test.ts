import { textKindOf } from '../../packages/documents/src/detect/textKind.ts';
import {
	type DocumentFormat,
	formatOfMediaType,
	formatOfName,
} from '../../packages/documents/src/detect/formats.ts';
import { decodeHtml, decodeText, isText } from '../../packages/documents/src/text/decodeText.ts';

describe('the kind of a text', () => {
	const mail = 'From: a@example.com\r\nSubject: Hello\r\n\r\nText';
	it.each<[string, string, DocumentFormat | undefined, string]>([
		['rich text', '{\\rtf1 text}', 'txt', 'rtf'],
		['a page', '<!DOCTYPE html><p>Hello', 'md', 'html'],
		['a page behind a comment', '<!-- saved --><html><p>', undefined, 'html'],
		['an e-mail without a name', mail, undefined, 'eml'],
		['an e-mail under another name', mail, 'txt', 'eml'],
		['a letter that only begins like one', 'From: the mayor\n\nHello', 'txt', 'txt'],
		['a table by its name', 'a,b\n1,2', 'csv', 'csv'],
		['a table exported under the name of a workbook', 'a\tb', 'xls', 'csv'],
		['a sheet in SYLK', 'ID;PWXL;N;E\nC;Y1;X1;K"Port"\nE\n', 'xls', 'xls'],
		['a sheet in SYLK without a name', 'ID;PWXL;N;E\nB;Y1;X1\nC;Y1;X1;K7\nE', undefined, 'xls'],
		['words that begin like one', 'ID;Place\nA7;Oslo', 'txt', 'txt'],
		['Markdown by its name', '# Title', 'md', 'md'],
		['a fragment of a page by its name', '<p>Hello</p>', 'html', 'html'],
		['a page of words and a mark', 'Fish &amp; chips', 'html', 'html'],
		['a page of words and an element', 'Fish<br>chips', 'html', 'html'],
		['a table that is called a page', 'a,b\n1,2\n3,4', 'html', 'csv'],
		['data that is called a page', '{"a": "<b>1</b>"}', 'html', 'json'],
		['words that are called a page', 'Fish\nand chips', 'html', 'txt'],
		['text under the name of a PDF', 'Hello', 'pdf', 'txt'],
		['text under the name of rich text', 'Hello', 'rtf', 'txt'],
	])('%s', (_what, sample, named, kind) => {
		expect(textKindOf(sample, named)).toBe(kind);
	});
});

describe('formats', () => {
	it('are told by the ending of a name or by a media type', () => {
		expect(formatOfName('Report.Final.DOCX')).toBe('docx');
		expect(formatOfName('photo.jpeg')).toBe('jpg');
		expect(formatOfName('no-ending')).toBeUndefined();
		expect(formatOfName('folder.pdf/file')).toBeUndefined();
		expect(formatOfMediaType('Text/CSV; charset=utf-8')).toBe('csv');
		expect(formatOfMediaType('application/octet-stream')).toBeUndefined();
	});
});

describe('decoding', () => {
	it.each([
		['UTF-8', Buffer.from('Köln')],
		['UTF-8 with a mark', Buffer.from('\uFEFFKöln')],
		['UTF-16 with a mark', Buffer.from('\uFEFFKöln', 'utf16le')],
		['Windows-1252', Buffer.from('Köln', 'latin1')],
	])('reads %s', (_encoding, bytes) => {
		expect(decodeText(bytes)).toBe('Köln');
	});

	it('reads a sample that ends inside a character', () => {
		expect(decodeText(Buffer.from('Kö').subarray(0, 2), { isSample: true })).toBe('K');
	});

	it('reads a page in the encoding that it states, unless it is plainly UTF-8', () => {
		const page = (charset: string) => `<meta charset="${charset}"><p>Łódź`;
		const latin2 = Buffer.from(page('iso-8859-2').replaceAll(/[Łóź]/g, ''), 'latin1');
		const letters = Buffer.from([0xa3, 0xf3, 0x64, 0xbc]);
		expect(decodeHtml(Buffer.concat([latin2, letters]))).toMatch(/Łódź$/);
		expect(decodeHtml(Buffer.from(page('iso-8859-2')))).toMatch(/Łódź$/);
		expect(decodeHtml(Buffer.from(page('utf-16')))).toMatch(/Łódź$/);
		const escaped = Buffer.from('<meta charset=iso-2022-jp><p>\u001b$B9A\u001b(B');
		expect(decodeHtml(escaped)).toMatch(/港$/);
	});

	it('tells text from other bytes', () => {
		expect(isText(Buffer.from('a\tb\r\n'))).toBe(true);
		expect(isText(Buffer.from([0x41, 0, 0x42]))).toBe(false);
	});
});
