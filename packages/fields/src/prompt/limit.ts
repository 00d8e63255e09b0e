import { EACH } from './functionWords.ts';
import { isAny, isContent } from './promptWords.ts';

/** How many entries of a list are wanted. */
export interface Limit {
	most: number;
	/** As the prompt says it. */
	text: string;
}

const FIRST =
	'first|top|ersten|premiers|premières|primeros|primeras|primeiros|primeiras|primi|prime|eerste';
const UP_TO = String.raw`up\sto|at\smost|bis\szu|höchstens|jusqu'à|hasta|até|fino\sa|tot`;
/** "first 5", "up to 25", "5 premiers" */
const LIMIT = new RegExp(
	String.raw`(?<!\p{L})(?:(?:${FIRST}|${UP_TO})\s(\d{1,4})|(\d{1,4})\s(?:${FIRST}))(?=\s)`,
	'iu',
);

/**
 * An order without the limit in front of what it lists: "the first 5 posts". A limit behind other words, or beside
 * "each", may be that of a field: "each lamp with its top 3 features".
 */
export function withoutLimit(order: string): { rest: string; limit?: Limit } {
	const found = LIMIT.exec(order);
	const before = order.slice(0, found?.index ?? 0).split(/\s+/u);
	const isOfField = before.some(isContent) || order.split(/\s+/u).some((word) => isAny(word, EACH));
	if (found === null || isOfField) return { rest: order };
	const [text, first, second] = found;
	return { rest: order.replace(text, ''), limit: { most: Number(first ?? second), text } };
}
