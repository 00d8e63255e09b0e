import { strToU8, zipSync } from 'fflate';
import { officeProperties } from '../../packages/documents/src/properties/officeProperties.ts';
import { pdfProperties } from '../../packages/documents/src/properties/pdfProperties.ts';
import { objectsOf } from '../../packages/documents/src/pdf/objects.ts';
import { compoundFile } from '../fixtures/documents/compoundFile';
import { pdf, textLines } from '../fixtures/documents/pdf';

const PAGE = [{ content: textLines([{ text: 'The herring fleet left at dawn.' }]) }];

const ofPdf = (info: string, isEncrypted = false) => {
	const file = pdf(PAGE, { info, isEncrypted });
	return pdfProperties(file, objectsOf(file));
};

const archive = (parts: Record<string, string>): Buffer =>
	Buffer.from(
		zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)]))),
	);

describe('what a PDF says about itself', () => {
	it('is its title, author and date', () => {
		const info = String.raw`/Title (Ships (of the \(north\))) /Author (Ada \337 B\351) /CreationDate (D:20261122210532+01'30')`;
		expect(ofPdf(info)).toEqual({
			title: 'Ships (of the (north))',
			author: 'Ada ß Bé',
			created: '2026-11-22T21:05:32+01:30',
		});
	});

	it.each([
		[String.raw`/Title (\376\377\001\r\000a)`, 'ča'],
		['/Title <FEFF6F225B57>', '漢字'],
		['/Title <EFBBBFC3A9>', 'é'],
		[String.raw`/Title (one\ntwo \205 three)`, 'one two – three'],
	])('is read in each of its encodings: %s', (info, title) => {
		expect(ofPdf(info)).toEqual({ title });
	});

	it.each([
		['D:2026', '2026'],
		['D:20261122', '2026-11-22'],
		['D:20261122210532Z', '2026-11-22T21:05:32Z'],
		['22. November', '22. November'],
	])('has the date %s as %s', (written, created) => {
		expect(ofPdf(`/CreationDate (${written})`)).toEqual({ created });
	});

	it('is in a packet of XML where there is nothing else', () => {
		const xmp =
			'<x:xmpmeta><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Ships &amp; ice</rdf:li></rdf:Alt></dc:title>' +
			'<dc:creator><rdf:Seq><rdf:li>Ada</rdf:li><rdf:li>Ben</rdf:li></rdf:Seq></dc:creator>' +
			'<xmp:CreateDate>2026-11-22T21:05:32+01:00</xmp:CreateDate></x:xmpmeta>';
		const file = Buffer.from(
			`%PDF-1.7\n1 0 obj\n<</Type/Catalog/Metadata 2 0 R>>\nendobj\n2 0 obj\n<</Type/Metadata/Subtype/XML/Length ${xmp.length}>>stream\n${xmp}\nendstream\nendobj\n`,
		);
		expect(pdfProperties(file, objectsOf(file))).toEqual({
			title: 'Ships & ice',
			author: 'Ada, Ben',
			created: '2026-11-22T21:05:32+01:00',
		});
	});

	it('is nothing where it states nothing, or where its strings are encrypted', () => {
		expect(ofPdf('')).toEqual({});
		expect(ofPdf('/Title (unreadable)', true)).toEqual({});
	});
});

describe('what an office document says about itself', () => {
	it('is in the core properties of an Office document', () => {
		const core =
			'<cp:coreProperties><dc:title>Report</dc:title><dc:creator>Ada</dc:creator><cp:lastModifiedBy>Ben</cp:lastModifiedBy>' +
			'<dcterms:created xsi:type="dcterms:W3CDTF">2026-03-04T08:00:00Z</dcterms:created></cp:coreProperties>';
		const file = archive({ 'docProps/core.xml': core, 'word/document.xml': '<w/>' });
		expect(officeProperties(file)).toEqual({
			title: 'Report',
			author: 'Ada',
			created: '2026-03-04T08:00:00Z',
		});
	});

	it('names who began an OpenDocument file, not who changed it, also in one piece', () => {
		const meta =
			'<office:meta><meta:initial-creator>Ada</meta:initial-creator><dc:creator>Ben</dc:creator>' +
			'<dc:date>2026-12-24T08:00:00</dc:date><meta:creation-date>2026-03-04T08:00:00</meta:creation-date></office:meta>';
		const expected = { author: 'Ada', created: '2026-03-04T08:00:00' };
		expect(officeProperties(archive({ 'meta.xml': meta }))).toEqual(expected);
		const flat = `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.text">${meta}<office:body/></office:document>`;
		expect(officeProperties(Buffer.from(flat))).toEqual(expected);
	});

	it('is the description of a book', () => {
		const opf =
			'<package><metadata><dc:title>Ships</dc:title><dc:creator>Ada</dc:creator><dc:creator>Ben</dc:creator><dc:date>2026</dc:date></metadata></package>';
		expect(officeProperties(archive({ 'OPS/p.opf': opf }))).toEqual({
			title: 'Ships',
			author: 'Ada, Ben',
			created: '2026',
		});
	});

	it('is the summary of an old Office document, in its encoding', () => {
		const file = compoundFile({
			WordDocument: Buffer.alloc(16),
			'\u0005SummaryInformation': summary(),
		});
		expect(officeProperties(file)).toEqual({
			title: 'Отчёт',
			author: 'Ada, Ben',
			created: '2026-03-04T08:00:00.000Z',
		});
	});

	it('is the group for it of a rich text', () => {
		const file = String.raw`{\rtf1\ansi\ansicpg1251{\fonttbl{\f0 Arial;}}{\info{\title \'ce\u1090?\'f7\'b8\'f2}{\author Ada}{\creatim\yr2026\mo3\dy4\hr8\min5}}\pard Text\par}`;
		expect(officeProperties(Buffer.from(file, 'latin1'))).toEqual({
			title: 'Отчёт',
			author: 'Ada',
			created: '2026-03-04T08:05:00',
		});
		const none = String.raw`{\rtf1{\info{\creatim\yr0\mo0\dy0\hr0\min0}}Text\par}`;
		expect(officeProperties(Buffer.from(none, 'latin1'))).toEqual({});
	});

	it('is nothing where it is damaged or absent', () => {
		const streams = { WordDocument: Buffer.alloc(16) };
		expect(officeProperties(compoundFile(streams))).toEqual({});
		const damaged = { ...streams, '\u0005SummaryInformation': Buffer.alloc(50, 255) };
		expect(officeProperties(compoundFile(damaged))).toEqual({});
		expect(officeProperties(archive({ 'word/document.xml': '<w/>' }))).toEqual({});
	});
});

/** A property set ([MS-OLEPS]) in the code page 1251. */
function summary(): Buffer {
	const text = (bytes: Buffer) => {
		const value = Buffer.alloc(8 + Math.ceil((bytes.length + 1) / 4) * 4);
		value.writeUInt32LE(0x1e, 0);
		value.writeUInt32LE(bytes.length + 1, 4);
		bytes.copy(value, 8);
		return value;
	};
	const codePage = Buffer.from([2, 0, 0, 0, 0xe3, 0x04, 0, 0]);
	const time = Buffer.alloc(12);
	time.writeUInt32LE(0x40, 0);
	time.writeBigUInt64LE(BigInt(Date.UTC(2026, 2, 4, 8) + 11_644_473_600_000) * 10_000n, 4);
	const properties: Array<[id: number, value: Buffer]> = [
		[1, codePage],
		[2, text(Buffer.from([0xce, 0xf2, 0xf7, 0xb8, 0xf2]))],
		[4, text(Buffer.from('Ada;Ben'))],
		[12, time],
	];
	const head = Buffer.alloc(8 + properties.length * 8);
	let place = head.length;
	for (const [at, [id, value]] of properties.entries()) {
		head.writeUInt32LE(id, 8 + at * 8);
		head.writeUInt32LE(place, 12 + at * 8);
		place += value.length;
	}
	head.writeUInt32LE(place, 0);
	head.writeUInt32LE(properties.length, 4);
	const start = Buffer.alloc(48);
	start.writeUInt32LE(48, 44);
	return Buffer.concat([start, head, ...properties.map(([, value]) => value)]);
}
