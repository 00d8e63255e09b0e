/**
 * A function that runs in pages, assembled from parts in separate files. It is sent as text, and a
 * page has none of our modules: the parts may only use each other, by name, and what a page provides.
 */
export function inPage<Main extends (root: never, request: never) => unknown>(
	main: Main,
	// Any functions: they are only serialised.
	parts: ReadonlyArray<(...values: never[]) => unknown>,
): Main {
	const text = `(root, request) => {\n${[...parts, main].map(String).join('\n')}\nreturn ${main.name}(root, request);\n}`;
	const run = ((root, request) => main(root, request)) as Main;
	return Object.assign(run, { toString: () => text });
}
