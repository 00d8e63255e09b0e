/// <reference lib="dom" />
import {
	isEmptyAnswer,
	isJsonObject,
	type JsonObject,
	type JsonValue,
} from '@web-data-extraction/page/json';
import { parseHtml, readBaseUrl, trimHtml } from '@web-data-extraction/page/document';
import type { ExtractionSource, PinnedFields } from '../extraction.ts';
import { joinAnswers } from '../model/joinAnswers.ts';
import { isHeader, readParts } from '../entries/parts.ts';
import { currenciesNamed } from '../shapes/currency.ts';
import { decimalMarkOn, isMarkAssumed } from '../shapes/decimalMark.ts';
import { fillFromPage } from '../rules/fill.ts';
import { nameKey } from '../names/names.ts';
import { fillFromEntries } from '../rules/rowsInstead.ts';
import type { SourceData } from '../records/sourceData.ts';
import { asksForLink, coerce } from '../records/values.ts';
import {
	emptyValue,
	type ObjectShape,
	readSchema,
	type ScalarShape,
	type SchemaNode,
} from '../schema/schemaNode.ts';
import { readAttribute, readOwnAddress, readShownText } from './elementValue.ts';
import { findFollowing } from './followingParts.ts';
import { findRows } from './findRows.ts';
import { PinnedReport } from './pinnedReport.ts';
import { isPinned } from './pinnedSchema.ts';
import { readCells, withoutPage } from './readRow.ts';
import { findElements, parseSelector, type Selector } from './selector.ts';

/** A field, and the path of its name in the schema: `products[].price`. */
interface Field {
	name: string;
	path: string;
	node: SchemaNode;
}

/** A page as selectors see it: scripts and drawings count where a selector counts elements. */
export const parsePage = ({ html = '' }: Pick<ExtractionSource, 'html'>): Document =>
	parseHtml(trimHtml(html, { keepsElements: true }).html);

/**
 * Reads the fields that have a CSS selector, from all pages: lists are joined; for
 * other fields the first page that has them counts. Documents have no such places.
 */
export function readPinned(schema: JsonObject, sources: readonly ExtractionSource[]): PinnedFields {
	return readParsed(schema, sources, parsePage);
}

/** The same for pages that were parsed before. */
export function readParsed(
	schema: JsonObject,
	sources: readonly ExtractionSource[],
	parse: (source: ExtractionSource) => Document,
): PinnedFields {
	const report = new PinnedReport();
	const root: Field = { name: '', path: '', node: readSchema(schema) };
	const answers = sources
		.filter(({ html = '' }) => html !== '')
		.map((source) => new PinnedPage(source, parse(source), report).read(root));
	const { value } = joinAnswers(answers);
	const { warnings, looks } = report;
	return { value: isJsonObject(value) ? value : {}, warnings, looks };
}

/** One page whose fields are read by their selectors. */
class PinnedPage {
	private readonly report: PinnedReport;
	private readonly document: Document;
	private readonly source: SourceData;
	/** Of entries of a list: what belongs to each beside itself. */
	private readonly following = new Map<Element, readonly Element[]>();

	constructor(
		{ url, markdown, html = '' }: ExtractionSource,
		document: Document,
		report: PinnedReport,
	) {
		this.report = report;
		this.document = document;
		const language = this.document.documentElement.getAttribute('lang')?.trim() ?? '';
		const decimalMark = decimalMarkOn(language, markdown);
		this.source = {
			url: readBaseUrl(this.document, url),
			language,
			currencies: currenciesNamed(html),
			decimalMark,
			isMarkAssumed: isMarkAssumed(decimalMark, markdown),
			records: [],
			lists: [],
			doubts: report.others,
		};
	}

	read(root: Field): JsonValue {
		return this.readField(root, this.document.documentElement) ?? {};
	}

	/** @returns undefined for a field without a selector */
	private readField(field: Field, place: Element): JsonValue | undefined {
		const { path, node } = field;
		if (!isPinned(node)) return undefined;
		const shape = node.shapes.find(({ kind }) => kind !== 'scalar') ?? node.shapes[0];
		if (shape?.kind === 'list') return this.readList(field, shape.items, place);
		if (node.selector === undefined) {
			return shape?.kind === 'object' ? this.readParts(shape, path, place) : undefined;
		}
		const selector = parseSelector(node.selector);
		const found = this.find(place, selector);
		if (shape?.kind === 'object') {
			this.report.note(path, node.selector, { found: found.length, read: 1, unfit: [] });
			const [first] = found;
			return first === undefined
				? emptyValue(node)
				: (this.readEntries(shape, path, [first])[0] ?? {});
		}
		if (shape?.kind !== 'scalar') return undefined;
		return this.readScalars(field, shape, { found, selector, most: 1 })[0] ?? null;
	}

	private readList(field: Field, items: SchemaNode, place: Element): JsonValue[] {
		const { node, path } = field;
		const given = node.selector ?? items.selector;
		const shape = items.shapes.find(({ kind }) => kind !== 'list');
		if (shape?.kind === 'object') {
			const rows =
				given === undefined
					? this.findListRows(shape, `${path}[]`, place)
					: this.find(place, parseSelector(given));
			if (rows === undefined) this.report.noteNoRows(path);
			if (given !== undefined) {
				this.report.note(path, given, { found: rows?.length ?? 0, read: 1, unfit: [] });
			}
			for (const [row, parts] of findFollowing(rows ?? [])) this.following.set(row, parts);
			const entries = this.readEntries(shape, `${path}[]`, rows ?? []);
			const filled = entries.filter((entry) => !isEmptyAnswer(entry));
			this.report.noteEmptyRows(path, entries.length - filled.length, entries.length);
			return filled;
		}
		if (shape?.kind !== 'scalar' || given === undefined) return [];
		const selector = parseSelector(given);
		const found = this.find(place, selector);
		return this.readScalars({ ...field, node: { ...node, selector: given } }, shape, {
			found,
			selector,
			most: Infinity,
		});
	}

	private find(place: Element, selector: Selector): Element[] {
		return findElements(place, selector, this.following.get(place));
	}

	/** The rows of a list that has no selector itself. */
	private findListRows(shape: ObjectShape, path: string, place: Element): Element[] | undefined {
		const columns = [...shape.properties].flatMap(([name, { selector, shapes }]) => {
			if (selector === undefined || shapes[0]?.kind === 'list') return [];
			const found = findElements(place, parseSelector(selector));
			if (found.length === 0) {
				this.report.note(`${path}.${name}`, selector, { found: 0, read: 0, unfit: [] });
			}
			return [found];
		});
		return findRows(place, columns);
	}

	/** The fields of an object that have a selector. */
	private readParts({ properties }: ObjectShape, path: string, place: Element): JsonObject {
		const entries = [...properties].flatMap(([name, node]): [string, JsonValue][] => {
			const field = { name, path: path === '' ? name : `${path}.${name}`, node };
			const value = this.readField(field, place);
			return value === undefined ? [] : [[name, value]];
		});
		return Object.fromEntries(entries);
	}

	/** All fields of objects that are elements: those without a selector as entries of lists are read. */
	private readEntries(
		shape: ObjectShape,
		path: string,
		elements: readonly Element[],
	): JsonObject[] {
		const named = this.readNamed(shape, elements);
		return elements.map((element, at) => ({
			...Object(named[at]),
			...this.readParts(shape, path, element),
		}));
	}

	private readNamed(shape: ObjectShape, elements: readonly Element[]): JsonValue[] {
		const others = [...shape.properties].filter(([, node]) => !isPinned(node));
		if (others.length === 0) return [];
		const unpinned: ObjectShape = { ...shape, properties: new Map(others) };
		const node: SchemaNode = { shapes: [unpinned], nullable: false, otherNames: [] };
		const filled = elements.map((element) =>
			fillFromPage(node, { ...this.source, records: [readCells(element)] }),
		);
		const entries = elements.flatMap((element) =>
			readParts(withoutPage(element, this.source.url)).slice(0, 1),
		);
		const rows = fillFromEntries(node, this.source, filled, entries);
		// What names the columns of a table is no row of it.
		return rows.map((row, at) => (entries.slice(at, at + 1).some(isHeader) ? {} : row));
	}

	private readScalars(
		{ name, path, node }: Field,
		shape: ScalarShape,
		{ found, selector, most }: { found: Element[]; selector: Selector; most: number },
	): JsonValue[] {
		const key = nameKey(name);
		const values: JsonValue[] = [];
		const unfit: string[] = [];
		let first = '';
		for (const element of found) {
			const isFull = values.length + unfit.length >= most;
			// Rows have such places beside their own; for a single thing, others belong to other things.
			if (isFull && path.includes('[]')) break;
			const text = this.readText(element, selector, { shape, key });
			if (text === '' || (isFull && text === first)) continue;
			if (isFull) {
				this.report.noteOthers(path, node.selector ?? '', found.length);
				break;
			}
			first = text;
			const value = coerce(text, shape, key, this.source);
			if (value === undefined) unfit.push(text);
			else values.push(value);
		}
		const look = { found: found.length, read: values.length, unfit };
		this.report.note(path, node.selector ?? '', look);
		return values;
	}

	private readText(
		element: Element,
		{ attribute }: Selector,
		{ shape: { format = '' }, key }: { shape: ScalarShape; key: string },
	): string {
		const { url } = this.source;
		if (attribute !== undefined) return readAttribute(element, attribute, url);
		return (asksForLink(format, key) && readOwnAddress(element, url)) || readShownText(element);
	}
}
