import { unzipSync } from 'fflate';
import { isZip } from '../archives/archive.ts';
import { asArchive } from '../office/flat.ts';
import { endOfGroup, richTextTables } from '../rtf/richText.ts';
import { richTextWords } from '../rtf/richTextWords.ts';
import { partText } from '../xml/package.ts';
import { textsIn } from '../xml/xml.ts';
import { type FileProperties, joinAuthors, toFileProperties } from './fileProperties.ts';
import { summaryProperties } from './summaryStream.ts';

/** Larger parts are no properties. */
const MAX_PART_BYTES = 4 * 1024 * 1024;

/** The parts that contain properties: of Office documents, of OpenDocument files, of books. */
const PROPERTY_PARTS = /(?:^|\/)core[^/]*\.xml$|\.psmdcp$|^meta\.xml$|\.opf$/i;

/** Documents in one piece have them beside their content. */
const FLAT_PART = 'content.xml';

/** What an Office document, an OpenDocument file, a rich text, a book (EPUB) or a DOC, XLS or PPT says about itself. */
export function officeProperties(bytes: Buffer): FileProperties {
	try {
		return readProperties(bytes);
	} catch {
		// They may be damaged alone: the document was read.
		return {};
	}
}

function readProperties(bytes: Buffer): FileProperties {
	if (bytes.subarray(0, 5).toString('latin1') === '{\\rtf') return richTextProperties(bytes);
	const archive = asArchive(bytes);
	if (!isZip(archive)) return summaryProperties(bytes);
	const parts = unzipSync(archive, {
		filter: ({ name, originalSize }) =>
			(name === FLAT_PART && archive !== bytes) ||
			(originalSize <= MAX_PART_BYTES && PROPERTY_PARTS.test(name)),
	});
	const [name = FLAT_PART] = Object.keys(parts).filter((part) => PROPERTY_PARTS.test(part));
	return xmlProperties(partText(parts, name));
}

/** In Dublin Core, which all of them use; who began a document is its author, whoever changed it. */
function xmlProperties(xml: string): FileProperties {
	const texts = (...names: readonly string[]): string[] => {
		const found = names.map((name) => textsIn(xml, name));
		return found.find(([first = '']) => first.trim() !== '') ?? [];
	};
	return toFileProperties({
		title: texts('dc:title')[0],
		author: joinAuthors(texts('meta:initial-creator', 'dc:creator')),
		created: texts('dcterms:created', 'meta:creation-date', 'dc:date')[0],
	});
}

const CREATION_TIME = /\\creatim((?:\\(?:yr|mo|dy|hr|min|sec)\d{1,4} ?)+)/;

/** The group `\info` of a rich text. */
function richTextProperties(bytes: Buffer): FileProperties {
	const source = bytes.toString('latin1');
	const start = source.indexOf('{\\info');
	if (start === -1) return {};
	const info = source.slice(start, endOfGroup(source, start));
	const text = (name: string): string => {
		const at = info.search(new RegExp(`\\{\\\\${name}(?![a-z])`));
		if (at === -1) return '';
		const content = info.slice(at + name.length + 2, endOfGroup(info, at) - 1);
		return richTextWords(Buffer.from(`${richTextTables(source)}{${content}}}`, 'latin1'));
	};
	return toFileProperties({ title: text('title'), author: text('author'), created: timeOf(info) });
}

/** Without a zone: rich text states the time where it was written. */
function timeOf(info: string): string {
	const [, parts] = CREATION_TIME.exec(info) ?? [];
	if (parts === undefined) return '';
	const number = (name: string, length = 2) =>
		(new RegExp(`\\\\${name}(\\d+)`).exec(parts)?.[1] ?? '0').padStart(length, '0');
	// Programs that keep no time state zeros.
	if (number('yr', 4) === '0000') return '';
	const date = `${number('yr', 4)}-${number('mo')}-${number('dy')}`;
	return `${date}T${number('hr')}:${number('min')}:${number('sec')}`;
}
