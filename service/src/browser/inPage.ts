/**
 * A function that runs in pages, put together from parts in files of their own. It travels as text, and a
 * page has none of our modules: the parts may use nothing but each other, by name, and what a page has.
 */
export function inPage<Main extends (root: never, request: never) => unknown>(
	main: Main,
	// Any functions: they are only written down.
	parts: ReadonlyArray<(...values: never[]) => unknown>,
): Main {
	const text = `(root, request) => {\n${[...parts, main].map(String).join('\n')}\nreturn ${main.name}(root, request);\n}`;
	const run = ((root, request) => main(root, request)) as Main;
	return Object.assign(run, { toString: () => text });
}
