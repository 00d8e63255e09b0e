import { isTerm } from '../einvoice/askedTerm.ts';
import { declaredNames } from '../entries/meanings.ts';
import type { ObjectShape, SchemaNode } from '../schema/schemaNode.ts';
import { columnOf, factOf } from '../labels/documentTerms.ts';
import { itemName } from '../text/itemTerms.ts';
import { nameKey, sameMeaning, withoutSubject, WRAPPERS } from '../names/names.ts';
import { plainName, type SourceData } from '../records/sourceData.ts';

/** The names that a field is looked for under. */
export interface Wanted {
	/** As the schema spells it. */
	name: string;
	key: string;
	/** Its name and other names the schema gives it, best first. */
	exact: readonly string[];
	/** The same and their aliases. */
	any: readonly string[];
}

/** A field of an object, and the names that it is looked for under. */
export interface Field {
	name: string;
	node: SchemaNode;
	wanted: Wanted;
}

type Origin = Pick<SourceData, 'isDocument' | 'isRow'>;

/** The rows of a table have the same fields, whose names are the same in each. */
const knownFields = new WeakMap<ObjectShape, Map<string, Field[]>>();

/** The fields of an object, and the names that they are looked for under in a source. */
export function fieldsOf(
	shape: ObjectShape,
	{ isDocument = false, isRow = false }: Origin,
): Field[] {
	const known = knownFields.get(shape) ?? new Map<string, Field[]>();
	knownFields.set(shape, known);
	const kind = `${isDocument} ${isRow}`;
	const found = known.get(kind);
	if (found !== undefined) return found;
	const fields = [...shape.properties].map(([name, node]) => ({
		name,
		node,
		wanted: wantedNames(name, node, { isDocument, isRow }),
	}));
	known.set(kind, fields);
	return fields;
}

function wantedNames(name: string, { otherNames }: SchemaNode, origin: Origin): Wanted {
	const keys = [name, ...otherNames].map(nameKey);
	const exact = [...new Set([...keys, ...keys.map(withoutSubject)])];
	const { facts, columns } = termsOf(name, exact, origin);
	const others = exact.flatMap((key) => [plainName(key), `${key} number`]);
	// A name of another language: the page may declare the same in English.
	const isKnown = origin.isDocument === true || exact.some((key) => sameMeaning(key).length > 1);
	const english = isKnown ? [] : declaredNames(name).map(nameKey);
	const declared = english.flatMap((key) => sameMeaning(withoutSubject(key)));
	const any = [...new Set([...exact.flatMap(sameMeaning), ...declared, ...columns, ...others])];
	return { name, key: keys[0] ?? '', exact: [...exact, ...facts], any: [...any, ...facts] };
}

/** The documents' terms for what a field asks for: facts stated once, and columns of their tables. */
function termsOf(
	name: string,
	keys: readonly string[],
	{ isDocument = false, isRow = false }: Origin,
) {
	if (!isDocument) return { facts: [], columns: [] };
	const named = keys.filter((key) => !WRAPPERS.has(key));
	// The date of a mail is a date, but not that of the invoice in it.
	const own = isTerm(name) ? named.slice(0, 1) : named;
	return {
		facts: isRow ? [] : [...named.flatMap((key) => factOf(key)?.name ?? []), ...own.map(itemName)],
		columns: (isRow ? keys : named).flatMap((key) => columnOf(key) ?? []),
	};
}
