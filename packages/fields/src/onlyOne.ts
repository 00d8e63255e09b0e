/** The value that all of some are; undefined if they differ, or there are none. */
export function onlyOne<Value>(values: Iterable<Value>): Value | undefined {
	const [first, ...others] = new Set(values);
	return others.length === 0 ? first : undefined;
}
