/** What may stand around the parts of a selector, outermost first: texts, attributes, arguments. */
const TEXTS = /\\.|"[^"\\]*"|'[^'\\]*'/gu;
const ATTRIBUTES = /\[[^[\]]*\]/gu;
const ARGUMENTS = /\([^()]*\)/gu;
/** Selectors within selectors, such as `:not(:has(a))`. */
const DEEPEST = 8;

const SLIPS: ReadonlyArray<readonly [RegExp, string]> = [
	[/["'[\]()]/u, 'a quote or bracket in it has no counterpart'],
	[/[>+~]\s*(?:$|,)/u, 'it ends in the middle'],
	[/^\s*(?:$|,)|,\s*(?:$|,)/u, 'a part of it is empty'],
	[/[.#](?:$|[\s.#>+~,:])/u, 'a class or an ID has no name'],
	[/[{}/$%!;]/u, 'it has characters that no selector can have'],
];

/**
 * What is clearly wrong with a CSS selector, `@` and the name of an attribute behind it left aside. The
 * service, which reads it, knows more.
 */
export function findSelectorSlip(selector: string): string | undefined {
	const css = selector.trim().replace(/(?<!\\)@[\p{L}_:][\p{L}\d_:.-]*$/u, '');
	if (css === '' && selector.trim() !== '') return undefined;
	let names = css.replace(TEXTS, 'x').replace(ATTRIBUTES, 'x');
	for (let depth = 0; depth < DEEPEST; depth++) names = names.replace(ARGUMENTS, 'x');
	return SLIPS.find(([slip]) => slip.test(names))?.[1];
}
