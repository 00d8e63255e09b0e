/** An object without some of its fields. */
export function omit<T extends object, K extends keyof T>(
	object: T,
	...names: readonly K[]
): Omit<T, K> {
	const omitted = new Set<PropertyKey>(names);
	const entries = Object.entries(object).filter(([name]) => !omitted.has(name));
	return Object.fromEntries(entries) as Omit<T, K>;
}
