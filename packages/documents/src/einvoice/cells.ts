import type { XmlNode } from '../xml/xmlTree.ts';
import type { AllowanceOrCharge } from './invoice.ts';

/** What was looked for: fields that were not found are undefined or absent. */
export type Stated<Value> = { [Field in keyof Value]?: Value[Field] | undefined };

/** An object without its fields that are undefined or empty lists; undefined if none is left. */
export function stated<Value extends object>(value: Stated<NoInfer<Value>>): Value | undefined {
	const kept = Object.entries(value).filter(
		([, field]) => field !== undefined && !(Array.isArray(field) && field.length === 0),
	);
	// Only optional fields are left out.
	return kept.length === 0 ? undefined : (Object.fromEntries(kept) as Value);
}

/** What each element states, without those that state nothing. */
export function statedList<Value extends object>(
	nodes: readonly XmlNode[],
	read: (node: XmlNode) => Stated<NoInfer<Value>>,
): Value[] {
	return nodes.flatMap((node) => stated<Value>(read(node)) ?? []);
}

/** The texts of elements, without empty ones and duplicates. */
export const textsOf = (nodes: readonly XmlNode[]): string[] => [
	...new Set(nodes.flatMap((node) => node.text() ?? [])),
];

const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * The decimal number at the first of these paths that has a text (xs:decimal), or of the element
 * itself; undefined for anything else.
 */
export function numberAt(node: XmlNode | undefined, ...paths: string[]): number | undefined {
	const text = node?.text(...paths);
	return text !== undefined && NUMBER.test(text) ? Number(text) : undefined;
}

const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?!\d)/;

/**
 * The day at the first of these paths that has a text, or of the element itself, as `YYYY-MM-DD`: xs:date, or format 102 of UNTDID
 * 2379 (`20180305`).
 */
export function dateAt(node: XmlNode | undefined, ...paths: string[]): string | undefined {
	const [, year, month, day] = DATE.exec(node?.text(...paths) ?? '') ?? [];
	return year === undefined ? undefined : `${year}-${month}-${day}`;
}

const isCharge = (node: XmlNode): boolean =>
	/^(?:true|1)$/i.test(node.text('ChargeIndicator/Indicator', 'ChargeIndicator') ?? '');

/** Allowances and charges of CII and UBL, whose elements have one name. */
export const readChanges = (
	nodes: readonly XmlNode[],
	read: (node: XmlNode) => Stated<AllowanceOrCharge>,
): Record<'allowances' | 'charges', AllowanceOrCharge[]> => ({
	allowances: statedList(
		nodes.filter((node) => !isCharge(node)),
		read,
	),
	charges: statedList(nodes.filter(isCharge), read),
});

/** A sum of amounts, to four places: binary fractions leave more behind. */
export const sumOf = (amounts: readonly number[]): number =>
	Math.round(amounts.reduce((sum, amount) => sum + amount, 0) * 10_000) / 10_000;

/** Type codes of credit notes (UNTDID 1001, as far as EN 16931 allows them). */
const CREDIT_NOTES: readonly string[] = [
	'81',
	'83',
	'261',
	'262',
	'296',
	'308',
	'381',
	'396',
	'420',
	'458',
	'532',
];

/** Whether an invoice of this type code (BT-3) credits the buyer. */
export const isCreditNote = (typeCode: string | undefined): boolean =>
	typeCode !== undefined && CREDIT_NOTES.includes(typeCode);
