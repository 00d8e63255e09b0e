/** A function or class of any kind: it is only sent as text. */
type PagePart = ((...values: never[]) => unknown) | (new (...values: never[]) => unknown);

/**
 * A function that runs in pages, assembled from parts in separate files. It is sent as text, and a
 * page has none of our modules: the parts may only use each other, by name, and what a page provides.
 */
export function inPage<Main extends (root: never, request: never) => unknown>(
	main: Main,
	parts: readonly PagePart[],
): Main {
	const text = `(root, request) => {\n${[...parts, main].map(declare).join('\n')}\nreturn ${main.name}(root, request);\n}`;
	const run = ((root, request) => main(root, request)) as Main;
	return Object.assign(run, { toString: () => text });
}

function declare(part: PagePart): string {
	const text = String(part);
	// A bundler makes classes anonymous and assigns them to variables.
	return text.startsWith('class') ? `const ${part.name} = ${text};` : text;
}
