/**
 * A value that is made when it is first asked for: what takes long to make and is seldom needed would
 * be made at each start of the service, and again in each of the processes that read pages.
 */
export function atFirstUse<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
