/** Names are short; longer texts are seldom read twice. */
const LONGEST = 80;
/** Names that are kept: more than the columns of any table. */
const MOST = 5_000;

/**
 * The same function of a text, which remembers what it has read: names of fields and columns are compared for
 * each row of a table. Results are shared and must not be changed.
 */
export function remembered<Result extends NonNullable<unknown>>(
	read: (text: string) => Result,
): (text: string) => Result {
	const known = new Map<string, Result>();
	return (text) => {
		const found = known.get(text);
		if (found !== undefined) return found;
		const result = read(text);
		if (known.size >= MOST) known.clear();
		if (text.length <= LONGEST) known.set(text, result);
		return result;
	};
}
