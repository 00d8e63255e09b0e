/** A list in parts of at most `size` entries. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
	const count = Math.ceil(list.length / size);
	return Array.from({ length: count }, (_part, index) =>
		list.slice(index * size, (index + 1) * size),
	);
}
