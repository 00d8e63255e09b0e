/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import type { JsonObject, JsonValue } from '@web-data-extraction/page/json';
import type { ExtractionSource } from '../extraction.ts';
import { commonAncestor, lineage } from '../pinned/lineage.ts';
import { isPinned } from '../pinned/pinnedSchema.ts';
import { currenciesNamed, type MoneyPlace } from '../shapes/currency.ts';
import { readSchema, type SchemaNode } from '../schema/schemaNode.ts';
import { documentPassages } from './documentPassages.ts';
import { invoicePassages } from './invoicePassages.ts';
import { type Located, Locator } from './locate.ts';
import { pagePassages } from './pagePassages.ts';
import { PassageIndex } from './passageIndex.ts';
import type { Passage } from './passage.ts';
import { addPinned, pinnedAttributes, type PinnedPlaces } from './pinnedPlaces.ts';
import { SelectorWriter } from './selectorOf.ts';
import { allLeaves, type Leaf, leavesOf } from './valueLeaves.ts';
import type { ValueSource, ValueSources } from './valueSource.ts';

/** Longer texts of sources are cut around the value. */
const LONGEST_TEXT = 300;

/**
 * Where the values of an answer were read, by their paths: whoever gave the answer, its words are looked for in
 * the sources. A value whose words are not there has a source without a text.
 * @param schema that the answer follows, if there is one
 */
export function findSources(
	answer: JsonValue,
	schema: JsonObject | undefined,
	sources: readonly ExtractionSource[],
): ValueSources {
	const node = schema === undefined ? undefined : readSchema(schema);
	const reading = readSources(sources, node);
	const index = new PassageIndex(reading.passages, reading.money);
	const locator = new Locator(index, ({ node: field }, { place }) => {
		const elements = field && reading.pinned.get(field);
		if (elements === undefined || !('element' in place)) return false;
		return lineage(place.element).some((one) => elements.has(one));
	});
	const group = leavesOf(answer, node);
	locator.locate(group);
	const write = (leaf: Leaf): ValueSource => {
		const located = locator.found.get(leaf);
		if (located === undefined) return { text: null };
		const found = writeSource(located, leaf, reading);
		const { url } = sources[reading.passages[located.from]?.source ?? 0] ?? {};
		return sources.length > 1 && url ? { ...found, url } : found;
	};
	return Object.fromEntries(allLeaves(group).map((leaf) => [leaf.path, write(leaf)]));
}

/** Sources in passages. */
interface Reading {
	passages: Passage[];
	/** What each says about its amounts. */
	money: MoneyPlace[];
	pinned: PinnedPlaces;
	/** Undefined for documents. */
	writers: Array<SelectorWriter | undefined>;
}

function readSources(sources: readonly ExtractionSource[], node: SchemaNode | undefined): Reading {
	const reading: Reading = { passages: [], money: [], pinned: new Map(), writers: [] };
	const attributes = node === undefined ? [] : pinnedAttributes(node);
	for (const [at, source] of sources.entries()) {
		const { html = '', invoices = [] } = source;
		if (html === '') {
			add(reading.passages, documentPassages(source, at, reading.passages.length));
			reading.money.push({});
			reading.writers.push(undefined);
		} else {
			const start = reading.passages.length;
			const { document, passages } = pagePassages(source, { source: at, start, attributes });
			add(reading.passages, passages);
			const language = document.documentElement.getAttribute('lang') ?? '';
			reading.money.push({ language, currencies: currenciesNamed(html) });
			reading.writers.push(new SelectorWriter(document));
			if (node !== undefined && isPinned(node)) {
				addPinned(node, [document.documentElement], reading.pinned);
			}
		}
		for (const invoice of invoices) {
			add(reading.passages, invoicePassages(invoice, at, reading.passages.length));
		}
	}
	return reading;
}

/** Adds passages one by one: there may be more than a call takes. */
function add(passages: Passage[], more: readonly Passage[]): void {
	for (const passage of more) passages.push(passage);
}

function writeSource(
	{ from, to, parts, places }: Located,
	{ value }: Leaf,
	{ passages, writers }: Reading,
): ValueSource {
	const first = passages[from];
	const last = passages[to];
	if (first === undefined || last === undefined) return { text: null };
	const between = passages.slice(from, to + 1);
	const inside =
		from === to
			? [first]
			: (parts?.flatMap((at) => passages[at] ?? []) ??
				between.filter(({ isShown, source }) => isShown && source === first.source));
	const text = inside.map((passage) => passage.text).join(parts === undefined ? ' ' : ' … ');
	const count = places > 1 ? { places } : {};
	return {
		text: shorten(oneLine(text), String(value)),
		...placeOf(first, last, writers),
		...count,
	};
}

function placeOf(
	first: Passage,
	last: Passage,
	writers: Reading['writers'],
): Omit<ValueSource, 'text'> {
	const { place } = first;
	if ('line' in place) {
		return { line: place.line, ...(place.page !== undefined && { page: place.page }) };
	}
	if ('page' in place) return { page: place.page };
	if ('term' in place) return { term: place.term };
	if ('isAddress' in place) return {};
	const end = 'element' in last.place ? last.place.element : place.element;
	const around = end === place.element ? end : commonAncestor([place.element, end]);
	const selector = writers[first.source]?.write(around ?? place.element) ?? '';
	return { selector: place.attribute === undefined ? selector : `${selector}@${place.attribute}` };
}

/** A text cut to the words around a value; to its beginning where the value is written in another way. */
function shorten(text: string, value: string): string {
	if (text.length <= LONGEST_TEXT) return text;
	const at = Math.max(0, text.indexOf(oneLine(value)));
	const start = Math.max(0, Math.min(at - LONGEST_TEXT / 3, text.length - LONGEST_TEXT));
	const from = start < 20 ? 0 : text.indexOf(' ', start) + 1 || start;
	const cut = text.slice(from, from + LONGEST_TEXT).trim();
	return `${from > 0 ? '… ' : ''}${cut}${from + LONGEST_TEXT < text.length ? ' …' : ''}`;
}
