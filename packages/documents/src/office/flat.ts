import { strToU8, zipSync } from 'fflate';
import type { DocumentFormat } from '../detect/formats.ts';
import { CONTENT, MANIFEST, manifest, STYLES } from '../opendocument/openParts.ts';
import { decodeText } from '../text/decodeText.ts';
import { attributeOf, findElements } from '../xml/xml.ts';

/** Documents whose parts are all in one XML file, by how it begins. */
const FLAT: ReadonlyArray<[root: RegExp, format: DocumentFormat]> = [
	[/<office:document\b[^>]*\boffice:mimetype="[^"]*\.text(?:-template)?"/, 'odt'],
	[/<office:document\b[^>]*\boffice:mimetype="[^"]*\.spreadsheet(?:-template)?"/, 'ods'],
	[/<office:document\b[^>]*\boffice:mimetype="[^"]*\.presentation(?:-template)?"/, 'odp'],
	[/<pkg:package\b/, 'docx'],
	[/<(?:\w+:)?Workbook\b[^>]*urn:schemas-microsoft-com:office:spreadsheet/, 'xls'],
];

/** The document that an XML file is, by its beginning; undefined for all other XML. */
export function flatFormat(sample: string): DocumentFormat | undefined {
	const head = sample.slice(0, 8192);
	return FLAT.find(([root]) => root.test(head))?.[1];
}

const isXml = (bytes: Buffer): boolean =>
	/^\s*<[?!\w]/.test(decodeText(bytes.subarray(0, 64), { isSample: true }));

/** An OpenDocument file in one piece: each part of the archive finds what it needs in the whole. */
function openDocumentParts(xml: string): Record<string, Uint8Array> {
	// Charts inside it are also documents in one piece.
	const end = xml.lastIndexOf('</office:document>');
	const whole = (root: string) =>
		strToU8(`${xml.slice(0, end).replace('<office:document ', `<${root} `)}</${root}>`);
	const tag = /<office:document\b[^>]*>/.exec(xml)?.[0] ?? '';
	const mediaType = attributeOf(tag, 'office:mimetype') ?? '';
	return {
		mimetype: strToU8(mediaType),
		[CONTENT]: whole('office:document-content'),
		[STYLES]: whole('office:document-styles'),
		[MANIFEST]: manifest(mediaType),
	};
}

const BASE64 = /[^A-Za-z\d+/=]+/g;

/** A Word document in one piece: its parts one after another. */
function packageParts(xml: string): Record<string, Uint8Array> {
	const parts: Record<string, Uint8Array> = {};
	const types: string[] = [];
	for (const { tag, inner } of findElements(xml, 'pkg:part')) {
		const name = attributeOf(tag, 'pkg:name') ?? '';
		const [data] = findElements(inner, 'pkg:xmlData');
		const [binary] = findElements(inner, 'pkg:binaryData');
		const content = data
			? strToU8(data.inner)
			: Buffer.from((binary?.inner ?? '').replace(BASE64, ''), 'base64');
		parts[name.replace(/^\//, '')] = content;
		types.push(
			`<Override PartName="${name}" ContentType="${attributeOf(tag, 'pkg:contentType') ?? ''}"/>`,
		);
	}
	const [namespace, rels] = [
		'http://schemas.openxmlformats.org/package/2006/content-types',
		'application/vnd.openxmlformats-package.relationships+xml',
	];
	parts['[Content_Types].xml'] = strToU8(
		`<Types xmlns="${namespace}"><Default Extension="rels" ContentType="${rels}"/>${types.join('')}</Types>`,
	);
	return parts;
}

/** A document as the archive that it usually is; other files unchanged. */
export function asArchive(bytes: Buffer): Buffer {
	if (!isXml(bytes)) return bytes;
	const xml = decodeText(bytes);
	const format = flatFormat(xml);
	if (format === undefined || format === 'xls') return bytes;
	const parts = format === 'docx' ? packageParts(xml) : openDocumentParts(xml);
	return Buffer.from(zipSync(parts, { level: 0 }));
}
