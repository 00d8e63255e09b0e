/// <reference lib="dom" />
import { inPage } from '../../scripts/inPage.ts';
import { type ListShape, MEMBER_PARTS, membersOf } from './listShape.ts';

/** Comments that say where entries are in the HTML of a page. */
interface Marking {
	shape: ListShape;
	/** Nothing that a page could write. */
	mark: string;
}

/** Puts marks around the entries of a list, and around adverts between them. Runs in the page. */
export const markEntries = inPage(putMarks, MEMBER_PARTS);

/** Takes the marks away again. Runs in the page. */
export const unmarkEntries = inPage(removeMarks, []);

function putMarks(_root: Element, { shape, mark }: Marking): void {
	const { entries, others } = membersOf(shape);
	const put = (element: Element, kind: string): void => {
		element.before(document.createComment(`${mark} ${kind}`));
		element.after(document.createComment(`${mark} end`));
	};
	for (const entry of entries) put(entry, 'entry');
	for (const other of others) put(other, 'other');
}

function removeMarks(_root: Element, { mark }: Pick<Marking, 'mark'>): void {
	const walker = document.createTreeWalker(document, NodeFilter.SHOW_COMMENT);
	const marks: Node[] = [];
	while (walker.nextNode()) {
		if (walker.currentNode.nodeValue?.startsWith(mark) === true) marks.push(walker.currentNode);
	}
	for (const each of marks) each.parentNode?.removeChild(each);
}

/** A page whose entries were marked. */
export type MarkedPage = ReturnType<typeof divideMarked>;

/** Divides the HTML of a page by its marks. */
export function divideMarked(html: string, mark: string) {
	const entry = new RegExp(`<!--${mark} entry-->.*?<!--${mark} end-->`, 'gs');
	const other = new RegExp(`<!--${mark} other-->(.*?)<!--${mark} end-->`, 'gs');
	return {
		/** The page without its entries. */
		around: html.replace(entry, '').replace(other, '$1'),

		/** The page with all the given entries in place of its own, without the adverts between. */
		withEntries(entries: readonly string[]): string {
			let isFirst = true;
			return html.replace(other, '').replace(entry, () => {
				const all = isFirst ? entries.join('\n') : '';
				isFirst = false;
				return all;
			});
		},
	};
}
