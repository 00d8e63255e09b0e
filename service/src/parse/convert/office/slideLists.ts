import type { OfficeContentNode } from 'officeparser';
import type { SlideParagraph } from './slideParagraphs.ts';

/** Numbers the items of a slide's lists, one list per run of items of a kind. */
class ItemNumbers {
	readonly #slideNumber: number;
	#list = 0;
	#counts: number[] = [];
	#type: string | undefined;

	constructor(slideNumber: number) {
		this.#slideNumber = slideNumber;
	}

	end(): void {
		this.#type = undefined;
	}

	next({ level, listType }: SlideParagraph): { listId: string; itemIndex: number } {
		if (this.#type !== listType) {
			this.#list++;
			this.#counts = [];
		}
		this.#type = listType;
		const itemIndex = this.#counts[level] ?? 0;
		this.#counts.length = level;
		this.#counts[level] = itemIndex + 1;
		return { listId: `slide-${this.#slideNumber}-list-${this.#list}`, itemIndex };
	}
}

function toItem(
	node: OfficeContentNode,
	paragraph: SlideParagraph,
	numbers: ItemNumbers,
): OfficeContentNode {
	const { listType, level: indentation } = paragraph;
	return {
		...node,
		type: 'list',
		metadata: { listType, indentation, alignment: 'left', ...numbers.next(paragraph) },
	};
}

/**
 * Turns paragraphs of a slide into the list items that their placeholder makes them, and leaves out
 * slide numbers, dates and footers. The library sees a bullet only where it is set on the paragraph
 * itself; presentations take nearly all of theirs from the master.
 * @param paragraphs what the slide's own file says of them
 */
export function listSlideParagraphs(
	nodes: readonly OfficeContentNode[],
	paragraphs: readonly SlideParagraph[],
	slideNumber: number,
): OfficeContentNode[] {
	const unused = [...paragraphs];
	const numbers = new ItemNumbers(slideNumber);
	const take = (text: string) => {
		const at = unused.findIndex((paragraph) => paragraph.text === text);
		return at === -1 ? undefined : unused.splice(at, 1)[0];
	};
	return nodes.flatMap((node): OfficeContentNode[] => {
		const isText = node.type === 'paragraph' || node.type === 'heading' || node.type === 'list';
		const paragraph = isText ? take((node.text ?? '').replace(/\s+/g, '')) : undefined;
		if (paragraph?.kind === 'decoration') return [];
		const isItem = node.type === 'paragraph' && paragraph?.kind === 'item' && node.text?.trim();
		if (isItem && paragraph) return [toItem(node, paragraph, numbers)];
		numbers.end();
		return [node];
	});
}
