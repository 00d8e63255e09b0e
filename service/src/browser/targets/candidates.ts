/** An element of a page as assistive technology sees it. */
export interface Candidate {
	/** Playwright's reference to the element, valid until the next snapshot. */
	ref: string;
	/** ARIA role, such as `button`; `generic` for elements without one. */
	role: string;
	/** Accessible name, else the text inside; may be empty. */
	name: string;
	/** Text of the smallest meaningful part of the page around it, such as its list item. */
	context: string;
	/** Role of that part; empty when there is none. */
	contextRole: string;
	isDisabled: boolean;
	/** Whether it reacts to clicks, by its role or by the hand that the pointer becomes over it. */
	isInteractive: boolean;
}

const LONGEST_NAME_CHARACTERS = 80;

/** The element in words, such as `button "Add to cart" in listitem "Kettle € 20 Add to cart"`. */
export function describeCandidate({ role, name, context, contextRole }: Candidate): string {
	const kind = contextRole === 'generic' ? 'part' : contextRole;
	const place = kind === '' ? '' : ` in ${kind} "${shorten(context)}"`;
	return `${role} "${shorten(name)}"${place}`;
}

/** A name as it is shown to people and models: 80 characters at most. */
export function shorten(text: string): string {
	const isLong = text.length > LONGEST_NAME_CHARACTERS;
	return isLong ? `${text.slice(0, LONGEST_NAME_CHARACTERS - 1)}…` : text;
}

const INTERACTIVE_ROLES = new Set([
	'button',
	'link',
	'tab',
	'menuitem',
	'menuitemcheckbox',
	'menuitemradio',
	'option',
	'checkbox',
	'radio',
	'switch',
	'combobox',
	'textbox',
	'searchbox',
	'spinbutton',
	'slider',
	'treeitem',
]);

/** Parts of a page that tell like elements apart: the "Add to cart" of this item and of that one. */
const CONTEXT_ROLES = new Set([
	'listitem',
	'article',
	'row',
	'dialog',
	'alertdialog',
	'form',
	'group',
	'region',
	'navigation',
	'tabpanel',
]);

const LONGEST_NAMELESS_CONTEXT_CHARACTERS = 300;

/** Longer names and contexts are cut: the words that tell elements apart stand at their beginning. */
const LONGEST_TEXT_CHARACTERS = 500;

/** Names and contexts that are read of a page, in characters; elements behind them are left out. */
const MOST_CHARACTERS = 500_000;

interface Context {
	text: string;
	role: string;
}

type SnapshotNode = Record<string, unknown>;

/**
 * The elements of a page from playwright's accessibility snapshot (mode `ai`, as JSON), in the order
 * of the page. The snapshot is computed by the browser's own rules for names and roles; hidden
 * elements are not in it. It takes time by the size of the snapshot, whatever its shape.
 */
export function readCandidates(snapshot: unknown): Candidate[] {
	const texts = new Map<unknown, string>();
	const candidates: Candidate[] = [];
	let characters = 0;

	// The text of a node, cut; each is put together once, of those inside of it.
	function readText(node: unknown): string {
		if (typeof node === 'string') return cut(node);
		const known = texts.get(node);
		if (known !== undefined) return known;
		const text = Array.isArray(node) ? joinTexts(node) : isRecord(node) ? joinOwn(node) : '';
		texts.set(node, text);
		return text;
	}

	function joinOwn(node: SnapshotNode): string {
		return joinTexts([readString(node['name']), readString(node['text']), node['children']]);
	}

	function joinTexts(parts: readonly unknown[]): string {
		let text = '';
		for (const part of parts) {
			const next = readText(part);
			if (next !== '') text = text === '' ? next : `${text} ${next}`;
			if (text.length > LONGEST_TEXT_CHARACTERS) break;
		}
		return cut(text);
	}

	function collect(node: unknown, context: Context): void {
		if (characters > MOST_CHARACTERS) return;
		if (Array.isArray(node)) return node.forEach((child) => collect(child, context));
		if (!isRecord(node)) return;
		const role = readString(node['role']);
		addCandidate(node, role, context);
		collect(node['children'], readContext(node, role) ?? context);
	}

	// Parts without a role count as long as they are small, such as a banner and its buttons.
	function readContext(node: SnapshotNode, role: string): Context | undefined {
		if (!CONTEXT_ROLES.has(role) && role !== 'generic') return undefined;
		const text = readText(node);
		if (role === 'generic' && text.length > LONGEST_NAMELESS_CONTEXT_CHARACTERS) return undefined;
		characters += text.length;
		return { text, role };
	}

	function addCandidate(node: SnapshotNode, role: string, context: Context): void {
		const ref = readString(node['ref']);
		const own = readString(node['name']) || readString(node['placeholder']);
		const name = cut(own || readText(node)).trim();
		if (ref === '' || name === '') return;
		characters += name.length;
		candidates.push({
			ref,
			role,
			name,
			context: context.text,
			contextRole: context.role,
			isDisabled: node['disabled'] === true,
			isInteractive: INTERACTIVE_ROLES.has(role) || node['cursor'] === 'pointer',
		});
	}

	collect(snapshot, { text: '', role: '' });
	return candidates;
}

function cut(text: string): string {
	return text.slice(0, LONGEST_TEXT_CHARACTERS);
}

function readString(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is SnapshotNode {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
