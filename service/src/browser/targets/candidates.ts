/// <reference lib="dom" />
import type { ActionScope } from '../actions/action.ts';
import { PAGE_FROZEN, withTimeLimit } from '../timeLimit.ts';

/** An element of a page as assistive technology sees it. */
export interface Candidate {
	/** Playwright's reference to the element, valid until the next snapshot. */
	ref: string;
	/** ARIA role, such as `button`; `generic` for elements without one. */
	role: string;
	/** Accessible name, else its own text, else (if it reacts to clicks) all text inside. */
	name: string;
	/** Smallest meaningful part of the page around it, such as its list item. */
	part: Part;
	isDisabled: boolean;
	/** Whether it reacts to clicks, judging by its role or a hand-shaped pointer over it. */
	isInteractive: boolean;
}

/** A part of a page, with its text. */
export interface Part {
	role: string;
	text: string;
	outer: Part | undefined;
}

const LONGEST_SHOWN_CHARACTERS = 80;

/** Describes the element, such as `button "Add to cart" in listitem "Kettle € 20 Add to cart"`. */
export function describeCandidate({ role, name, part }: Candidate): string {
	const kind = part.role === 'generic' ? 'part' : part.role;
	const place = kind === '' ? '' : ` in ${kind} "${shorten(part.text)}"`;
	return `${role} "${shorten(name)}"${place}`;
}

/** A name as it is shown to people and models: at most 80 characters. */
export function shorten(text: string): string {
	const isLong = text.length > LONGEST_SHOWN_CHARACTERS;
	return isLong ? `${text.slice(0, LONGEST_SHOWN_CHARACTERS - 1)}…` : text;
}

const INTERACTIVE_ROLES = new Set(
	'button link tab menuitem menuitemcheckbox menuitemradio option checkbox radio switch combobox textbox searchbox spinbutton slider treeitem'.split(
		' ',
	),
);

/** Parts of a page that distinguish similar elements: the "Add to cart" of this item and of that one. */
const PART_ROLES = new Set(
	'listitem article row dialog alertdialog form group region navigation tabpanel'.split(' '),
);

/** Parts without a role count as long as they are small, such as a banner and its buttons. */
const LONGEST_NAMELESS_PART_CHARACTERS = 300;

/** Longer texts are cut: the words that distinguish elements are at their beginning. */
const LONGEST_TEXT_CHARACTERS = 500;

/** Total characters of names and parts that are compared; elements beyond that are left out. */
const MOST_CHARACTERS = 500_000;

/**
 * The elements of a page from playwright's accessibility snapshot (mode `ai`, as JSON), in the order
 * of the page. The snapshot is computed by the browser's own rules for names and roles; hidden
 * elements are not in it. The time grows with the size of the snapshot, whatever its shape.
 */
export function readCandidates(snapshot: unknown): Candidate[] {
	const found: Candidate[] = [];

	/** Collects the elements of a node and returns its text, cut. */
	function read(node: unknown, outer: Part): string {
		if (typeof node === 'string') return cut(node);
		if (Array.isArray(node)) return joinTexts(node.map((child) => read(child, outer)));
		if (typeof node !== 'object' || node === null) return '';
		const readString = (key: string): string => {
			const value: unknown = Reflect.get(node, key);
			return typeof value === 'string' ? value : '';
		};
		const role = readString('role');
		const isPart = PART_ROLES.has(role) || role === 'generic';
		const part: Part = isPart ? { role, text: '', outer } : outer;
		const candidate: Candidate = {
			ref: readString('ref'),
			role,
			name: '',
			part: outer,
			isDisabled: Reflect.get(node, 'disabled') === true,
			isInteractive: INTERACTIVE_ROLES.has(role) || readString('cursor') === 'pointer',
		};
		if (candidate.ref !== '') found.push(candidate);
		const inside = read(Reflect.get(node, 'children'), part);
		const text = joinTexts([readString('name'), readString('text'), inside]);
		if (isPart) part.text = text;
		// Everything that contains text would be named by it: the page itself, too.
		const own = readString('name') || readString('placeholder') || readString('text');
		candidate.name = cut(own || (candidate.isInteractive ? text : '')).trim();
		return text;
	}

	read(snapshot, { role: '', text: '', outer: undefined });
	return takeComparable(found);
}

function takeComparable(found: readonly Candidate[]): Candidate[] {
	const parts = new Set<Part>();
	let characters = 0;
	return found.flatMap((candidate) => {
		if (candidate.name === '' || characters > MOST_CHARACTERS) return [];
		const part = findTellingPart(candidate.part);
		characters += candidate.name.length + (parts.has(part) ? 0 : part.text.length);
		parts.add(part);
		return [{ ...candidate, part }];
	});
}

function findTellingPart(part: Part): Part {
	const isTelling = part.role !== 'generic' || part.text.length <= LONGEST_NAMELESS_PART_CHARACTERS;
	return isTelling || part.outer === undefined ? part : findTellingPart(part.outer);
}

function joinTexts(parts: readonly string[]): string {
	let text = '';
	for (const part of parts) {
		if (part !== '') text = text === '' ? part : `${text} ${part}`;
		if (text.length > LONGEST_TEXT_CHARACTERS) break;
	}
	return cut(text);
}

function cut(text: string): string {
	return text.slice(0, LONGEST_TEXT_CHARACTERS);
}

/** The page has more elements or words than are searched; the message says what to do. */
class PageTooLargeToSearchError extends Error {
	override name = 'PageTooLargeToSearchError' as const;

	constructor() {
		super('the page is too large to find elements in it by words: name it by a CSS selector');
	}
}

const MEASURE_TIMEOUT_MS = 5_000;
const SNAPSHOT_TIMEOUT_MS = 10_000;
/** Nesting of elements that mean something to a reader; pages have about twenty levels. */
const DEEPEST_LEVEL = 200;
const MOST_FRAMES = 50;

/** Limits of an accessibility snapshot, for each frame. */
const LIMITS = {
	elements: 50_000,
	/** Of all names together: an element's name repeats the text inside it. */
	characters: 5_000_000,
};

/**
 * The elements of a page, or of one item of it.
 * @throws PageTooLargeToSearchError when its snapshot would be too large to transfer;
 *   TimeLimitError when the page does not answer
 */
export async function takeCandidates({ opened, root }: ActionScope): Promise<Candidate[]> {
	const { page } = opened;
	const frames = page.frames();
	const parts = root === undefined ? frames.map((frame) => frame.locator(':root')) : [root];
	if (parts.length > MOST_FRAMES) throw new PageTooLargeToSearchError();
	const sizes = parts.map((part, index) => {
		const size = withTimeLimit(part.evaluate(isTooLarge, LIMITS), MEASURE_TIMEOUT_MS, PAGE_FROZEN);
		// A frame that goes away meanwhile is not in the snapshot.
		return index === 0 ? size : size.catch(() => false);
	});
	if ((await Promise.all(sizes)).includes(true)) throw new PageTooLargeToSearchError();
	const options = { mode: 'ai', timeout: SNAPSHOT_TIMEOUT_MS, depth: DEEPEST_LEVEL } as const;
	return readCandidates(await (root ?? page).ariaSnapshotJSON(options));
}

// Runs in the page.
function isTooLarge(root: Element, limits: { elements: number; characters: number }): boolean {
	const NAMED_BY_CONTENT =
		'a, button, summary, option, label, h1, h2, h3, h4, h5, h6, tr, td, th, legend, caption, [role]';
	const readLabels = (element: Element): number =>
		(element.getAttribute('aria-labelledby') ?? '')
			.split(/\s+/)
			.reduce((sum, id) => sum + (document.getElementById(id)?.textContent.length ?? 0), 0);
	const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
	let [elements, characters] = [0, 0];
	for (let node: Node | null = root; node !== null; node = walker.nextNode()) {
		if (node instanceof Element) {
			elements++;
			for (const { value } of node.attributes) characters += value.length;
			characters += readLabels(node);
			if (node.matches(NAMED_BY_CONTENT)) characters += node.textContent.length;
		} else {
			characters += node.nodeValue?.length ?? 0;
		}
		if (elements > limits.elements || characters > limits.characters) return true;
	}
	return false;
}
