import { attributeOf, depthOf, type XmlToken, xmlTokens } from '../xml/xml.ts';
import { struck } from '../sheets/struckText.ts';

/** Whether styles strike out their text, by style name; missing where they do not say. */
type Striking = ReadonlyMap<string, boolean>;

/** Maximum columns of a sheet. */
const MAX_COLUMNS = 16_384;
const CELLS = new Set(['table:table-cell', 'table:covered-table-cell']);

/** The styles of a sheet's columns, rows, cells and text spans around a place. */
class Place {
	readonly #striking: Striking;
	#columns: Array<string | undefined> = [];
	#row: string | undefined;
	#column = 0;
	#cell: boolean | undefined;
	/** For the surrounding text spans, innermost last. */
	#spans: Array<boolean | undefined> = [];
	#paragraphs = 0;
	#remarks = 0;
	#drawings = 0;

	constructor(striking: Striking) {
		this.#striking = striking;
	}

	/** Whether text here is shown struck out. */
	get isStruck(): boolean {
		const around = this.#drawings > 0 ? undefined : this.#cell;
		const said = this.#spans.findLast((isStruck) => isStruck !== undefined) ?? around;
		return this.#paragraphs > 0 && this.#remarks === 0 && said === true;
	}

	follow(token: XmlToken): void {
		const { kind, name, source } = token;
		if (name.startsWith('table:') && kind !== 'end') this.#followTable(token);
		else if (name === 'text:span' && kind === 'start') {
			this.#spans.push(this.#striking.get(attributeOf(source, 'text:style-name') ?? ''));
		} else if (name === 'text:span' && kind === 'end') this.#spans.pop();
		else if (name === 'text:p') this.#paragraphs += depthOf(token);
		else if (name === 'office:annotation') this.#remarks += depthOf(token);
		else if (name.startsWith('draw:')) this.#drawings += depthOf(token);
	}

	#followTable({ name, source }: XmlToken): void {
		if (name === 'table:table') this.#columns = [];
		else if (name === 'table:table-column') {
			const count = Math.min(timesOf(source), MAX_COLUMNS - this.#columns.length);
			const style = attributeOf(source, 'table:default-cell-style-name');
			for (let at = 0; at < count; at += 1) this.#columns.push(style);
		} else if (name === 'table:table-row') {
			this.#row = attributeOf(source, 'table:default-cell-style-name');
			this.#column = 0;
		} else if (CELLS.has(name)) {
			const own = attributeOf(source, 'table:style-name');
			const style = own ?? this.#row ?? this.#columns[this.#column];
			this.#cell = this.#striking.get(style ?? '');
			this.#column += timesOf(source);
		}
	}
}

const timesOf = (tag: string): number =>
	Number(attributeOf(tag, 'table:number-columns-repeated') ?? 1);

/** The content of an OpenDocument workbook with marks around struck-out text. */
export function markStruckText(content: string, striking: Striking): string {
	if (![...striking.values()].includes(true)) return content;
	const place = new Place(striking);
	let marked = '';
	for (const token of xmlTokens(content)) {
		place.follow(token);
		const { kind, source } = token;
		marked += kind === 'text' && place.isStruck ? struck(source) : source;
	}
	return marked;
}
