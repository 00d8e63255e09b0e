import { contentOf, type PdfObjects, referencesIn, stringAfter } from '../pdf/objects.ts';
import { findElements, textOfXml } from '../xml/xml.ts';
import { type FileProperties, joinAuthors, toFileProperties } from './fileProperties.ts';

/** XMP packets are padded, and may contain a small preview. */
const MAX_XMP_BYTES = 1024 * 1024;

/** `D:20261122210532+01'00'` (ISO 32000-2, 7.9.4); all behind the year may be missing. */
const PDF_DATE =
	/^(?:D:)?(\d{4})(\d\d)?(\d\d)?(?:(\d\d)(\d\d)(\d\d)?)?\s?(?:(Z)|([+-]\d\d)'?(\d\d)?)?/;

/** A date of a PDF as ISO 8601; one that is written otherwise as it is. */
function readPdfDate(text: string): string {
	const match = PDF_DATE.exec(text);
	if (match === null) return text;
	const [, year = '', month, day, hour, minute = '00', second = '00', utc, offset, minutes] = match;
	const date = [year, month, day].filter((part) => part !== undefined).join('-');
	if (hour === undefined || day === undefined) return date;
	const zone = offset === undefined ? (utc ?? '') : `${offset}:${minutes ?? '00'}`;
	return `${date}T${hour}:${minute}:${second}${zone}`;
}

/** The last reference to a file's information: changes are appended. */
function referenceTo(name: 'Info' | 'Metadata', text: string): number | undefined {
	return referencesIn(
		new RegExp(`/${name}\\s{0,4}\\d{1,10}\\s{1,4}\\d{1,5}\\s{1,4}R`).exec(text)?.[0],
	)[0];
}

function infoOf(file: Buffer, objects: PdfObjects) {
	for (let at = file.lastIndexOf('/Info'); at > 0; at = file.lastIndexOf('/Info', at - 1)) {
		const id = referenceTo('Info', file.toString('latin1', at, at + 40));
		const info = id === undefined ? undefined : objects.get(id);
		if (info) return info;
	}
	return undefined;
}

/** The XMP packet of the document (ISO 16684-1), which newer files have instead. */
function xmpOf(file: Buffer, objects: PdfObjects): string {
	const catalog = [...objects.values()].findLast(({ text }) =>
		/\/Type\s{0,4}\/Catalog\b/.test(text),
	);
	const packet = objects.get(referenceTo('Metadata', catalog?.text ?? '') ?? -1);
	return (packet && contentOf(file, packet, MAX_XMP_BYTES)?.toString('utf8')) ?? '';
}

/** The entries of an XMP property: of a list, each; of a text in languages, the first. */
function xmpTexts(xmp: string, name: string): string[] {
	const [element] = findElements(xmp, name);
	if (element === undefined) return [];
	const entries = findElements(element.inner, 'rdf:li');
	return (entries.length > 0 ? entries : [element]).map(({ inner }) => textOfXml(inner));
}

/**
 * What a PDF says about itself. Of one whose strings are encrypted, nothing is read.
 * @param file all its bytes
 */
export function pdfProperties(file: Buffer, objects: PdfObjects): FileProperties {
	if (file.includes('/Encrypt')) return {};
	const info = infoOf(file, objects);
	const xmp = xmpOf(file, objects);
	const stated = (key: string) => (info && stringAfter(key, info)) ?? '';
	return toFileProperties({
		title: stated('Title') || xmpTexts(xmp, 'dc:title')[0],
		author: stated('Author') || joinAuthors(xmpTexts(xmp, 'dc:creator')),
		created: readPdfDate(stated('CreationDate')) || xmpTexts(xmp, 'xmp:CreateDate')[0],
	});
}
