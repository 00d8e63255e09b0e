/**
 * A value that is created when it is first used: what takes long to create and is seldom needed would
 * otherwise be created at each start of the service, and again in each process that reads pages.
 */
export function atFirstUse<T>(make: () => T): () => T {
	let made: { value: T } | undefined;
	return () => (made ??= { value: make() }).value;
}
