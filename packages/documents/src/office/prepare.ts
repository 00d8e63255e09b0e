import { unzipSync, zipSync } from 'fflate';
import { damaged } from '../conversion/documentFailure.ts';
import { readableChart } from '../xml/charts.ts';
import { Insertions } from '../xml/insertions.ts';
import { prepareOpenSlides, prepareOpenText } from '../opendocument/openDocument.ts';
import {
	type InnerFile,
	type Parts,
	partText,
	type Preparation,
	rewritePart,
} from '../xml/package.ts';
import { superscriptMarkup, withSuperscripts } from './superscript.ts';
import { withUsualPrefixes } from '../xml/prefixes.ts';
import { prepareSlides } from '../pptx/preparePptx.ts';
import { prepareWord } from '../docx/prepareDocx.ts';
import { isBalanced } from '../xml/xml.ts';

/** Formats that are archives of XML: what the document library does not carry is added back. */
const PREPARERS = {
	docx: { parts: /^word\/document\d*\.xml$/, prepare: prepareWord },
	pptx: { parts: /^ppt\/slides\/slide\d+\.xml$/, prepare: prepareSlides },
	odt: { parts: /^content\.xml$/, prepare: prepareOpenText },
	odp: { parts: /^content\.xml$/, prepare: prepareOpenSlides },
} as const satisfies Record<string, { parts: RegExp; prepare: (preparation: Preparation) => void }>;

/** A format that {@link prepareDocument} changes before the document library reads it. */
export type PreparedFormat = keyof typeof PREPARERS;

/** Whether documents of a format are prepared. */
export function isPrepared(format: string): format is PreparedFormat {
	return Object.hasOwn(PREPARERS, format);
}

/** Parts that contain no text: pictures, sounds, films. They are left out where nothing uses them. */
const MEDIA = /^(?:(?:word|ppt)\/media|Pictures|media)\//i;
/** Pictures that contain letters rather than lines. */
const PICTURE = /\.(?:png|jpe?g|gif|bmp|webp|tiff?)$/i;

/** Parts whose elements are searched by name. */
const XML = /^(?:(?:word|ppt)\/.*|(?:[^/]+\/)?content|styles)\.xml$/;
const CHART = /\/charts\/chart\d*\.xml$/;

/** A document for the document library, and what is put into its Markdown afterwards. */
export interface PreparedDocument {
	bytes: Buffer;
	/** Whether its parts are complete: the library takes what is there for all there is. */
	isWhole: boolean;
	insertions: Insertions;
	files: InnerFile[];
	headers: Buffer[];
	footers: Buffer[];
	/** Texts that are left out on purpose, as the warnings say. */
	leftOut: readonly string[];
	/** How many pictures there are. */
	pictureCount: number;
	/** The original parts. */
	original: Parts;
}

const pack = (parts: Parts): Buffer => Buffer.from(zipSync(parts, { level: 0 }));

/**
 * Makes a copy of an office document with a word between its pages and a word at each place of something
 * that the document library does not carry: remarks, equations, inserted documents.
 * @throws DocumentFailure when a part can't be unpacked
 */
export function prepareDocument(
	bytes: Buffer,
	format: PreparedFormat,
	{ keepsMedia, warn }: { keepsMedia: boolean; warn: (sentence: string) => void },
): PreparedDocument {
	const { parts: bodies, prepare } = PREPARERS[format];
	let pictureCount = 0;
	const isKept = (name: string): boolean => {
		const isMedia = MEDIA.test(name);
		if (isMedia && PICTURE.test(name)) pictureCount++;
		return !name.endsWith('/') && (keepsMedia || !isMedia);
	};
	try {
		const original: Parts = unzipSync(bytes, { filter: ({ name }) => isKept(name) });
		for (const name of Object.keys(original)) {
			if (XML.test(name)) rewritePart(original, name, withUsualPrefixes);
		}
		const isWhole = Object.keys(original)
			.filter((name) => bodies.test(name))
			.every((name) => isBalanced(partText(original, name)));
		const preparation: Preparation = {
			parts: { ...original },
			insertions: new Insertions(),
			files: [],
			headers: [],
			footers: [],
			leftOut: [],
			warn,
		};
		if (isWhole) {
			const markup = superscriptMarkup(format, original);
			for (const name of Object.keys(original)) {
				if (CHART.test(name)) rewritePart(preparation.parts, name, readableChart);
				else if (XML.test(name))
					rewritePart(preparation.parts, name, (xml) => withSuperscripts(xml, markup));
			}
			prepare(preparation);
		}
		const { parts, insertions, files, headers, footers, leftOut } = preparation;
		return {
			bytes: pack(parts),
			isWhole,
			insertions,
			files,
			headers: headers.map(pack),
			footers: footers.map(pack),
			leftOut,
			pictureCount,
			original,
		};
	} catch (cause) {
		throw damaged('The document', cause);
	}
}
