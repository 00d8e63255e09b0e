import type { Candidate } from './candidate.ts';

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

interface Context {
	text: string;
	role: string;
}

/**
 * The elements of a page from playwright's accessibility snapshot (mode `ai`, as JSON), in the order
 * of the page. The snapshot is computed by the browser's own rules for names and roles; hidden
 * elements are not in it.
 */
export function readCandidates(snapshot: unknown): Candidate[] {
	return collect(snapshot, { text: '', role: '' });
}

function collect(node: unknown, context: Context): Candidate[] {
	if (Array.isArray(node)) return node.flatMap((child) => collect(child, context));
	if (!isRecord(node)) return [];
	const role = readString(node['role']);
	const inner = readContext(node, role) ?? context;
	return [...toCandidate(node, role, context), ...collect(node['children'], inner)];
}

// Parts without a role count as long as they are small, such as a banner and its buttons.
function readContext(node: Record<string, unknown>, role: string): Context | undefined {
	if (!CONTEXT_ROLES.has(role) && role !== 'generic') return undefined;
	const text = readText(node);
	if (role === 'generic' && text.length > LONGEST_NAMELESS_CONTEXT_CHARACTERS) return undefined;
	return { text, role };
}

function toCandidate(node: Record<string, unknown>, role: string, context: Context): Candidate[] {
	const ref = readString(node['ref']);
	const name = readName(node);
	if (ref === '' || name === '') return [];
	const isInteractive = INTERACTIVE_ROLES.has(role) || node['cursor'] === 'pointer';
	return [
		{
			ref,
			role,
			name,
			context: context.text,
			contextRole: context.role,
			isDisabled: node['disabled'] === true,
			isInteractive,
		},
	];
}

function readName(node: Record<string, unknown>): string {
	const name = readString(node['name']) || readString(node['placeholder']);
	return (name || readText(node)).trim();
}

function readText(node: unknown): string {
	if (typeof node === 'string') return node;
	if (Array.isArray(node)) return node.map(readText).filter(Boolean).join(' ');
	if (!isRecord(node)) return '';
	const own = [readString(node['name']), readString(node['text'])];
	return [...own, readText(node['children'])].filter(Boolean).join(' ');
}

function readString(value: unknown): string {
	return typeof value === 'string' ? value : '';
}

function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
