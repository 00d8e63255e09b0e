/**
 * A name that is not taken: the wished one, or the first of `name_2`, `name_3`, … that is free.
 * @param isTaken whether a name has another value already
 */
export function freeName(name: string, isTaken: (name: string) => boolean): string {
	let free = name;
	for (let count = 2; isTaken(free); count += 1) free = `${name}_${count}`;
	return free;
}
