import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import yauzl from 'yauzl';
import yazl from 'yazl';
import { damaged } from '../damage.ts';

/** A word that stands between pages, for the pages to be told apart in the Markdown. */
export const PAGE_MARK = 'Qxpagexq';
/** The same where a program recorded the end of a page, which may be in the middle of a sentence. */
export const RECORDED_MARK = 'Qxrecordedxq';

/** Formats whose pages are marked; the others are one page, or have a reader of their own. */
export type MarkedFormat = 'docx' | 'pptx' | 'odt' | 'odp';

/** What is put into the parts of a document whose names match, at places that no text contains. */
interface Marking {
	part: RegExp;
	mark: (xml: string) => string;
}

const SLIDE_SHAPE =
	'<p:sp><p:nvSpPr><p:cNvPr id="999999" name=""/><p:cNvSpPr/><p:nvPr/></p:nvSpPr><p:spPr/>' +
	`<p:txBody><a:bodyPr/><a:p><a:r><a:t>${PAGE_MARK}</a:t></a:r></a:p></p:txBody></p:sp>`;
const SLIDE_FRAME = `<draw:frame><draw:text-box><text:p>${PAGE_MARK}</text:p></draw:text-box></draw:frame>`;

/** Puts text behind the first of some tags that a part has. */
function insertAfterFirst(xml: string, tags: readonly string[], text: string): string {
	const tag = tags.find((candidate) => xml.includes(candidate));
	if (tag === undefined) return xml;
	const end = xml.indexOf(tag) + tag.length;
	return xml.slice(0, end) + text + xml.slice(end);
}

/** Leaves out elements of a name that do not nest: remarks of readers, which are no text. */
function withoutElements(xml: string, name: string): string {
	const [start = '', ...rest] = xml.split(`<${name} `);
	return rest.reduce((result, piece) => {
		const end = piece.indexOf(`</${name}>`);
		return result + (end === -1 ? '' : piece.slice(end + name.length + 3));
	}, start);
}

const MARKINGS: Readonly<Record<MarkedFormat, Marking>> = {
	docx: {
		part: /^word\/document\d*\.xml$/,
		mark: (xml) =>
			xml
				.replaceAll('<w:br w:type="page"/>', `<w:t>${PAGE_MARK}</w:t>`)
				.replaceAll('<w:lastRenderedPageBreak/>', `<w:t>${RECORDED_MARK}</w:t>`),
	},
	pptx: {
		part: /^ppt\/slides\/slide\d+\.xml$/,
		mark: (xml) =>
			insertAfterFirst(xml, ['</p:grpSpPr>', '<p:grpSpPr/>', '<p:spTree>'], SLIDE_SHAPE),
	},
	odt: {
		part: /^content\.xml$/,
		mark: (xml) =>
			withoutElements(xml, 'office:annotation').replaceAll(
				'<text:soft-page-break/>',
				RECORDED_MARK,
			),
	},
	odp: {
		part: /^content\.xml$/,
		mark: (xml) =>
			withoutElements(xml, 'office:annotation').replaceAll(
				'</draw:page>',
				`${SLIDE_FRAME}</draw:page>`,
			),
	},
};

/** Parts that hold no text: pictures, sounds, films. They are left out where nobody looks at them. */
const MEDIA = /^(?:(?:word|ppt)\/media|Pictures|media)\//i;

/** A tag; none spans another's beginning, so that a missing end costs no search. */
const TAG = /<([/!?]?)(?:[^'"<>]|"[^"<]*"|'[^'<]*')*>/g;

/** Whether every element of a part has its end. */
function isBalanced(xml: string): boolean {
	let depth = 0;
	for (const [tag, kind] of xml.matchAll(TAG)) {
		if (kind === '/') depth--;
		else if (kind === '' && !tag.endsWith('/>')) depth++;
		if (depth < 0) return false;
	}
	return depth === 0;
}

const openArchive = promisify<Buffer, yauzl.Options, yauzl.ZipFile>(yauzl.fromBuffer);

async function readEntry(archive: yauzl.ZipFile, entry: yauzl.Entry): Promise<Buffer> {
	const open = promisify<yauzl.Entry, NodeJS.ReadableStream>(archive.openReadStream.bind(archive));
	return await buffer(await open(entry));
}

async function* entriesOf(archive: yauzl.ZipFile): AsyncGenerator<yauzl.Entry> {
	for (;;) {
		const { promise, resolve, reject } = Promise.withResolvers<yauzl.Entry | undefined>();
		const onEnd = () => resolve(undefined);
		archive.once('entry', resolve).once('end', onEnd).once('error', reject);
		archive.readEntry();
		const entry = await promise;
		archive.off('entry', resolve).off('end', onEnd).off('error', reject);
		if (entry === undefined) return;
		yield entry;
	}
}

/**
 * A copy of an office document with a word between its pages, and whether its parts are whole: the
 * library takes what is there for all there is.
 * @throws DocumentFailure when a part can't be unpacked, or unpacks to more than it states
 */
export async function markPages(
	bytes: Buffer,
	format: MarkedFormat,
	{ keepsMedia }: { keepsMedia: boolean },
): Promise<{ bytes: Buffer; isWhole: boolean }> {
	const { part, mark } = MARKINGS[format];
	const copy = new yazl.ZipFile();
	let isWhole = true;
	try {
		const archive = await openArchive(bytes, { lazyEntries: true });
		for await (const entry of entriesOf(archive)) {
			const { fileName } = entry;
			if (fileName.endsWith('/') || (!keepsMedia && MEDIA.test(fileName))) continue;
			const content = await readEntry(archive, entry);
			if (!part.test(fileName)) {
				copy.addBuffer(content, fileName, { compress: false });
				continue;
			}
			const xml = content.toString('utf8');
			isWhole &&= isBalanced(xml);
			copy.addBuffer(Buffer.from(mark(xml)), fileName, { compress: false });
		}
	} catch (cause) {
		throw damaged('The document', cause);
	}
	copy.end();
	return { bytes: await buffer(copy.outputStream), isWhole };
}
