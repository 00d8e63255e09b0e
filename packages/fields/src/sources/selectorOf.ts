/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** IDs that need no escaping, and are not numbered by a program. */
const PLAIN_ID = /^[A-Za-z][\w-]{0,60}$/u;

/** Writes selectors that find one element: the way to it from the nearest element with an ID of its own. */
export class SelectorWriter {
	private readonly paths = new Map<Element, string>();
	private readonly steps = new Map<Element, string>();
	private readonly ids: ReadonlyMap<string, number>;

	constructor(document: Document) {
		const ids = new Map<string, number>();
		for (const { id } of document.querySelectorAll('[id]')) ids.set(id, (ids.get(id) ?? 0) + 1);
		this.ids = ids;
	}

	/** The selector of an element. */
	write(element: Element): string {
		// Not recursive: pages can be nested to any depth.
		const way: Element[] = [];
		let known = '';
		for (let one: Element | null = element; one !== null; one = one.parentElement) {
			known = this.paths.get(one) ?? this.ownSelector(one);
			way.push(one);
			if (known !== '') break;
		}
		for (const one of way.reverse()) {
			const parent = one.parentElement;
			const own = this.paths.get(one) ?? this.ownSelector(one);
			known = own === '' ? `${known}${divider(parent, one)}${this.stepTo(one)}` : own;
			this.paths.set(one, known);
		}
		return known;
	}

	private ownSelector({ id, localName }: Element): string {
		if (localName === 'html' || localName === 'body') return localName;
		return PLAIN_ID.test(id) && this.ids.get(id) === 1 ? `#${id}` : '';
	}

	/** A tag with its position among its like, of all children of a parent at once. */
	private stepTo(element: Element): string {
		const known = this.steps.get(element);
		if (known !== undefined) return known;
		const children = [...(element.parentElement?.children ?? [element])];
		const byTag = Map.groupBy(children, ({ localName }) => localName);
		for (const [tag, all] of byTag) {
			for (const [at, one] of all.entries()) {
				this.steps.set(one, all.length === 1 ? tag : `${tag}:nth-of-type(${at + 1})`);
			}
		}
		return this.steps.get(element) ?? element.localName;
	}
}

/** Browsers put a `tbody` around rows that have none. */
function divider(parent: Element | null, { localName }: Element): string {
	if (parent === null) return '';
	return parent.localName === 'table' && localName === 'tr' ? ' ' : ' > ';
}
