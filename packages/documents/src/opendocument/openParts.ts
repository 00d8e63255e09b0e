import { strToU8, zipSync } from 'fflate';
import { type Parts, partText } from '../xml/package.ts';
import { findElements } from '../xml/xml.ts';

/** Names of the parts of an OpenDocument file. */
export const CONTENT = 'content.xml';
export const STYLES = 'styles.xml';
export const MANIFEST = 'META-INF/manifest.xml';

/** What is drawn, each with the words in it. */
export const OPEN_SHAPES = [
	'draw:custom-shape',
	'draw:rect',
	'draw:ellipse',
	'draw:circle',
	'draw:polygon',
	'draw:regular-polygon',
	'draw:line',
	'draw:polyline',
	'draw:connector',
	'draw:path',
	'draw:caption',
];

/** The usual media types of documents inside another, by what their body contains. */
const BODIES: ReadonlyArray<[body: RegExp, mediaType: string]> = [
	[/<office:spreadsheet[\s>]/, 'application/vnd.oasis.opendocument.spreadsheet'],
	[/<office:presentation[\s>]/, 'application/vnd.oasis.opendocument.presentation'],
	[/<office:text[\s>]/, 'application/vnd.oasis.opendocument.text'],
];

/** A folder of a document that is a document itself. */
export function innerDocument(parts: Parts, folder: string): Uint8Array | undefined {
	const content = partText(parts, `${folder}/${CONTENT}`);
	const mediaType = BODIES.find(([body]) => body.test(content))?.[1];
	if (mediaType === undefined) return undefined;
	const inside = Object.entries(parts)
		.filter(([name]) => name.startsWith(`${folder}/`))
		.map(([name, bytes]) => [name.slice(folder.length + 1), bytes]);
	return zipSync({
		mimetype: strToU8(mediaType),
		...Object.fromEntries(inside),
		[MANIFEST]: manifest(mediaType),
	});
}

/** The list of the parts of a document of a media type. */
export const manifest = (mediaType: string): Uint8Array =>
	strToU8(
		'<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">' +
			`<manifest:file-entry manifest:full-path="/" manifest:media-type="${mediaType}"/>` +
			`<manifest:file-entry manifest:full-path="${CONTENT}" manifest:media-type="text/xml"/>` +
			`<manifest:file-entry manifest:full-path="${STYLES}" manifest:media-type="text/xml"/>` +
			'</manifest:manifest>',
	);

const TEXT_TYPE = 'application/vnd.oasis.opendocument.text';

const ROOT = /<office:document-styles\b([^<>]*)>/;

/** A header or footer as a separate text. */
export function frameDocument(parts: Parts, content: string): Parts {
	const styles = partText(parts, STYLES);
	const looks = findElements(styles, 'office:automatic-styles')[0]?.source ?? '';
	const root = ROOT.exec(styles)?.[1] ?? '';
	return {
		mimetype: strToU8(TEXT_TYPE),
		[MANIFEST]: manifest(TEXT_TYPE),
		[STYLES]: strToU8(styles),
		[CONTENT]: strToU8(
			`<office:document-content${root}>${looks}<office:body><office:text>${content}</office:text></office:body></office:document-content>`,
		),
	};
}
