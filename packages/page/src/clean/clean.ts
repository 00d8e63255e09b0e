/// <reference lib="dom" />
import { decodeUri } from '../decodeUri.ts';
import { RENDERED } from '@web-data-extraction/markdown/rendered';
import { straightenCode } from './code.ts';
import { writeContacts } from './contacts.ts';
import { isNoteMark, raise } from './noteMarks.ts';
import { raiseCents } from './raisedCents.ts';
import { resolveAddress } from '../parse/resolveAddress.ts';
import { writeFields } from '../mainContent/fields.ts';
import { replaceFormulas } from './formulas.ts';
import { writeDrawnText } from './drawnText.ts';
import { replaceGrids } from './grids.ts';
import { keepShown, sumText } from './shown.ts';

/**
 * Prepares a parsed page for reading, in place: removes what a reader cannot see, makes addresses
 * absolute, and rewrites structures that Markdown has no equivalent for into ones it has.
 * @param baseUrl what relative links are resolved against
 */
export function cleanDocument(document: Document, baseUrl: string): void {
	prepareDocument(document);
	replaceMedia(document, baseUrl);
	markFootnotes(document);
	removeNoise(document);
	makeAddressesAbsolute(document, baseUrl);
	nameEmptyLinks(document);
}

/**
 * The part of {@link cleanDocument} that relies on the browser's annotations, and on what only the page as
 * loaded shows. Main content readers get the page in this state.
 */
export function prepareDocument(document: Document): void {
	showFallback(document);
	showReplacements(document);
	replaceFormulas(document);
	keepShown(document);
	raiseCents(document);
	writeDrawnText(document);
	writeContacts(document);
	straightenCode(document);
	replaceGrids(document);
	replaceDrawings(document);
	nameDrawnPictures(document);
	replaceAreas(document);
	writeFields(document);
}

/** Never text for a reader. */
const NOISE =
	'script, style, noscript, template, title, link, meta, svg, canvas, object, embed, iframe, frame, select, datalist, textarea, input:not([type="checkbox"]), dialog:not([open]), button[aria-label="close" i], .btn-close, .mw-editsection';

/** Elements whose text is not part of what a page shows. */
const UNSHOWN = 'script, style, template, noscript';
/** What pages show even when their scripts fail; consent dialogs are recognised by role or name. */
const AROUND =
	'header, nav, footer, :is([role="dialog"], [role="alertdialog"], [class*="cookie" i], [id*="cookie" i], [class*="consent" i], [id*="consent" i]):not(body, :has(main, article, h1))';

/** A page that shows less than this has failed to render; notes to enable JavaScript are shorter. */
const FEWEST_SHOWN_CHARACTERS = 200;
const FEWEST_FALLBACK_CHARACTERS = 500;

const SKIP_LINK = /^(skip|jump) to\b/i;

/** Characters of permalinks in headings. */
const PERMALINK_SIGNS = /^[#¶§🔗\u200b\s]*$/u;

/**
 * Shows what a page says to readers without scripts, if it says next to nothing else outside its
 * header, menus, footer and consent dialogs: its own scripts have failed, but the text is still
 * there.
 */
export function showFallback(document: Document): void {
	const fallbacks = [...document.querySelectorAll('body noscript')];
	if (sumText(fallbacks) < FEWEST_FALLBACK_CHARACTERS) return;
	const texts = fallbacks.map(parseFallback);
	if (sumText(texts) < FEWEST_FALLBACK_CHARACTERS) return;
	if (measureShown(document) >= FEWEST_SHOWN_CHARACTERS) return;
	for (const [at, fallback] of fallbacks.entries()) {
		fallback.replaceWith(...(texts[at]?.childNodes ?? []));
	}
}

/** Characters that a page shows apart from what it shows in any case. */
function measureShown(document: Document): number {
	const without = `${UNSHOWN}, ${AROUND}`;
	const all = [...document.body.querySelectorAll(without)];
	const outermost = all.filter((element) => element.parentElement?.closest(without) == null);
	return sumText([document.body]) - sumText(outermost);
}

/** A browser with scripts returns its content as text: the tags still have to be parsed. */
function parseFallback(fallback: Element): Element {
	if (fallback.children.length > 0) return fallback;
	const parsed = fallback.ownerDocument.createElement('div');
	parsed.innerHTML = fallback.textContent;
	for (const element of parsed.querySelectorAll(UNSHOWN)) element.remove();
	return parsed;
}

/** Shows the fallback of an object that the browser could not show. */
function showReplacements(document: Document): void {
	for (const object of document.querySelectorAll(`object[${RENDERED}~="replaced"]`)) {
		object.replaceWith(...object.childNodes);
	}
}

/** Removes what is not text for a reader: programs, fields, links that only move within the page. */
function removeNoise(document: Document): void {
	for (const element of document.querySelectorAll(NOISE)) {
		if (element !== document.body && element !== document.documentElement) element.remove();
	}
	for (const link of document.querySelectorAll('a[href^="#"]')) {
		if (SKIP_LINK.test(link.textContent.trim())) link.remove();
	}
	for (const link of document.querySelectorAll('h1 a, h2 a, h3 a, h4 a, h5 a, h6 a')) {
		const isSign = PERMALINK_SIGNS.test(link.textContent);
		if (isSign && link.querySelector('img') === null) link.remove();
	}
}

/** Parts of a drawing that are only drawn where others refer to them. */
const UNDRAWN = 'symbol, defs, clipPath, mask, pattern, marker';

/** Replaces drawings with the text in them: the labels of a chart, the HTML embedded in it. */
function replaceDrawings(document: Document): void {
	for (const drawing of document.querySelectorAll('svg')) {
		// A drawing inside another one is already gone.
		if (drawing.closest('body') === null) continue;
		const label = document.createElement('span');
		for (const part of drawing.querySelectorAll('text, foreignObject')) {
			if (part.parentElement?.closest('foreignObject') != null) continue;
			if (part.textContent.trim() === '' || part.closest(UNDRAWN) !== null) continue;
			if (label.childNodes.length > 0) label.append(' ');
			// A part with its own position is a separate line or label.
			for (const piece of part.querySelectorAll('tspan[x], tspan[y]')) piece.before(' ');
			if (part.localName === 'text') label.append(part.textContent.trim());
			else label.append(...part.childNodes);
		}
		if (label.childNodes.length > 0) drawing.replaceWith(label);
	}
}

/** Anything drawn as a picture without being one, such as five stars, becomes its label if it has no text. */
function nameDrawnPictures(document: Document): void {
	for (const picture of document.querySelectorAll('[role="img"][aria-label]')) {
		const label = picture.getAttribute('aria-label')?.trim() ?? '';
		const isSaid = picture.querySelector('img[alt]') !== null || readWords(picture) !== '';
		if (picture.nodeName === 'IMG' || isSaid) continue;
		const name = document.createElement('span');
		name.textContent = label;
		picture.replaceWith(name);
	}
}

/** The text of an element without the titles of drawings in it. */
function readWords(element: Element): string {
	const titles = [...element.querySelectorAll('title, desc')].map(({ textContent }) => textContent);
	return titles.reduce((text, title) => text.replace(title, ''), element.textContent).trim();
}

/** Replaces the areas of a map with links under their names. */
function replaceAreas(document: Document): void {
	for (const area of document.querySelectorAll('area[href]')) {
		const link = document.createElement('a');
		link.setAttribute('href', area.getAttribute('href') ?? '');
		link.textContent = area.getAttribute('alt') ?? area.getAttribute('title') ?? '';
		area.replaceWith(link, ' ');
	}
}

/** Schemes of links that lead somewhere although not to a page. */
const OTHER_SCHEMES = /^(mailto|tel|sms|callto|geo|sips?|xmpp|whatsapp|skype):/i;

/** Where pages keep the address of a picture that is loaded when it scrolls into view. */
const LAZY_SOURCES = ['data-src', 'data-original', 'data-lazy-src', 'data-lazy', 'data-hi-res-src'];

/** Makes links and pictures absolute; links without a target are unwrapped, such pictures removed. */
function makeAddressesAbsolute(document: Document, baseUrl: string): void {
	for (const link of document.querySelectorAll('a')) {
		const href = link.getAttribute('href') ?? '';
		const address = OTHER_SCHEMES.test(href) ? href : resolveAddress(href, baseUrl);
		if (address === undefined && isNoteMark(link)) raise(link);
		else if (address === undefined) link.removeAttribute('href');
		else link.setAttribute('href', address);
	}
	for (const picture of document.querySelectorAll('img')) {
		const address = readPictureAddress(picture, baseUrl);
		if (isTrackingPixel(picture)) picture.remove();
		else if (address !== undefined) picture.setAttribute('src', address);
		// The description of a picture is kept, even if the picture has no address.
		else picture.replaceWith(` ${picture.getAttribute('alt') ?? ''} `);
	}
}

/** Gives links without text, such as icons, the text of their label; those without one are removed. */
function nameEmptyLinks(document: Document): void {
	for (const link of document.querySelectorAll('a')) {
		if (link.textContent.trim() !== '' || link.querySelector('img') !== null) continue;
		const label = link.getAttribute('aria-label') ?? link.getAttribute('title') ?? '';
		if (label.trim() === '') link.remove();
		else link.textContent = label.trim();
	}
}

/**
 * Address of a picture. For one that is loaded only when it scrolls into view, the address of the
 * picture itself rather than that of its placeholder.
 */
export function readPictureAddress(picture: Element, baseUrl: string): string | undefined {
	const { parentElement: parent } = picture;
	const sources = parent?.nodeName === 'PICTURE' ? [...parent.querySelectorAll('source')] : [];
	const candidates = [
		...LAZY_SOURCES.map((name) => picture.getAttribute(name)),
		readFirstSource(picture.getAttribute('data-srcset')),
		picture.getAttribute('src'),
		...[picture, ...sources].map((place) =>
			readFirstSource(place.getAttribute('srcset') ?? place.getAttribute('data-srcset')),
		),
	];
	for (const candidate of candidates) {
		const address = resolveAddress(candidate, baseUrl);
		if (address !== undefined) return address;
	}
	return undefined;
}

function readFirstSource(sourceSet: string | null | undefined): string | undefined {
	return sourceSet?.trim().split(/\s+/, 1)[0];
}

function isTrackingPixel(picture: Element): boolean {
	const sides = [picture.getAttribute('width'), picture.getAttribute('height')];
	return sides.every((side) => side === '0' || side === '1');
}

/** Hosts whose embedded pages are videos; all other embedded pages are left out. */
const VIDEO_HOSTS =
	/^(www\.)?(youtube(-nocookie)?\.com|youtu\.be|player\.vimeo\.com|dailymotion\.com|player\.twitch\.tv)$/;

/** Replaces players with links to what they play. */
function replaceMedia(document: Document, baseUrl: string): void {
	for (const player of document.querySelectorAll('video, audio, iframe[src], iframe[data-src]')) {
		const address = readMediaAddress(player, baseUrl);
		if (address === undefined) continue;
		const name = player.getAttribute('title') ?? player.getAttribute('aria-label') ?? '';
		const link = document.createElement('a');
		link.setAttribute('href', address);
		link.textContent = name.trim() || (player.nodeName === 'AUDIO' ? 'Audio' : 'Video');
		const paragraph = document.createElement('p');
		paragraph.append(link);
		player.replaceWith(paragraph);
	}
}

/** Address of what a player plays; undefined for embedded pages that are not players. */
export function readMediaAddress(player: Element, baseUrl: string): string | undefined {
	const source = player.getAttribute('src') ?? player.getAttribute('data-src');
	const inner = player.querySelector('source[src]')?.getAttribute('src');
	const address = resolveAddress(source ?? inner, baseUrl);
	if (address === undefined || player.nodeName !== 'IFRAME') return address;
	return VIDEO_HOSTS.test(new URL(address).hostname) ? address : undefined;
}

const REFERENCES = 'sup a[href^="#"], a[role="doc-noteref"][href^="#"], a.footnote-ref[href^="#"]';
const BACK_LINKS =
	'a[role="doc-backlink"], a.footnote-backref, a.footnote-back, .mw-cite-backlink, a.reversefootnote';
const NOTES = new Set(['LI', 'P', 'DIV', 'DD', 'ASIDE', 'SECTION']);

/** Writes footnotes as Markdown does: `[^1]` in the text, `[^1]:` before the note. */
function markFootnotes(document: Document): void {
	const notes = new Map<Element, string>();
	// The first one with an ID counts, as in a browser; a search for each would read all of the page each time.
	const named = new Map(
		[...document.querySelectorAll('[id]')].toReversed().map((own) => [own.id, own]),
	);
	for (const reference of document.querySelectorAll(REFERENCES)) {
		const id = decodeUri((reference.getAttribute('href') ?? '').slice(1));
		const note = named.get(id);
		if (note === undefined || !NOTES.has(note.nodeName) || note.contains(reference)) continue;
		const number = notes.get(note) ?? String(notes.size + 1);
		notes.set(note, number);
		(reference.closest('sup') ?? reference).replaceWith(document.createTextNode(`[^${number}]`));
	}
	for (const [note, number] of notes) {
		for (const link of note.querySelectorAll(BACK_LINKS)) link.remove();
		startNote(note, `[^${number}]: `);
	}
}

/** A note in a list is no longer an item: its number is in its mark. */
function startNote(note: Element, mark: string): void {
	const text = note.ownerDocument.createTextNode(mark);
	const first = note.firstElementChild;
	(first?.nodeName === 'P' ? first : note).prepend(text);
	const list = note.nodeName === 'LI' ? note.parentElement : null;
	if (list === null) return;
	const block = note.ownerDocument.createElement('div');
	block.append(...note.childNodes);
	list.before(block);
	note.remove();
}
