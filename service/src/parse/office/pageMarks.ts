import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { damaged } from '../document/documentFailure.ts';
import { markWordRemarks, readWordRemarks, type Remarks, takeAnnotations } from './remarks.ts';

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
	/** Takes remarks out of the text, where they stand in it. */
	takeRemarks?: typeof takeAnnotations;
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
			markWordRemarks(xml)
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
		mark: (xml) => xml.replaceAll('<text:soft-page-break/>', RECORDED_MARK),
		takeRemarks: takeAnnotations,
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

/** The part of a Word document that holds its remarks. */
const WORD_REMARKS = 'word/comments.xml';
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

/** A document whose pages and remarks are marked. */
export interface MarkedDocument {
	bytes: Buffer;
	/** Whether its parts are whole: the library takes what is there for all there is. */
	isWhole: boolean;
	remarks: Remarks;
}

/**
 * A copy of an office document with a word between its pages, and where a remark belongs.
 * @throws DocumentFailure when a part can't be unpacked
 */
export function markPages(
	bytes: Buffer,
	format: MarkedFormat,
	{ keepsMedia }: { keepsMedia: boolean },
): MarkedDocument {
	const { part, mark, takeRemarks } = MARKINGS[format];
	const isKept = (name: string) => !name.endsWith('/') && (keepsMedia || !MEDIA.test(name));
	try {
		const parts = unzipSync(bytes, { filter: ({ name }) => isKept(name) });
		let isWhole = true;
		const comments = parts[WORD_REMARKS];
		let remarks: Remarks = comments ? readWordRemarks(strFromU8(comments)) : new Map();
		for (const [name, content] of Object.entries(parts)) {
			if (!part.test(name)) continue;
			const xml = strFromU8(content);
			isWhole &&= isBalanced(xml);
			const taken = takeRemarks?.(xml);
			remarks = taken?.remarks ?? remarks;
			parts[name] = strToU8(mark(taken?.xml ?? xml));
		}
		return { bytes: Buffer.from(zipSync(parts, { level: 0 })), isWhole, remarks };
	} catch (cause) {
		throw damaged('The document', cause);
	}
}
