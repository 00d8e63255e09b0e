/** Whether a path (with its query) fits. */
export type PathTest = (url: URL) => boolean;

/**
 * Reads a pattern of `includePaths` or `excludePaths`, such as `/blog/*`: `*` stands for any
 * characters, the rest is literal and must fit the whole path. A slash at the end makes no
 * difference, so `/blog/*` fits `/blog`, too. A pattern with a `?` is held against path and query.
 */
export function createPathTest(pattern: string): PathTest {
	const absolute = /^[/*]/.test(pattern) ? pattern : `/${pattern}`;
	const parts = decode(absolute).split('*');
	const hasQuery = pattern.includes('?');
	return ({ pathname, search }) => {
		const path = decode(hasQuery ? pathname + search : pathname);
		return fits(parts, path) || fits(parts, toggleSlash(path));
	};
}

/** Whether any of the patterns fits; undefined patterns fit nothing. */
export function createPathsTest(patterns: readonly string[] | undefined): PathTest {
	const tests = (patterns ?? []).map(createPathTest);
	return (url) => tests.some((test) => test(url));
}

// Part by part instead of a regular expression: patterns come from strangers, and this is linear.
function fits(parts: readonly string[], path: string): boolean {
	const [first = '', ...rest] = parts;
	const last = rest.pop();
	if (last === undefined) return path === first;
	if (!path.startsWith(first)) return false;
	let position = first.length;
	for (const part of rest) {
		const found = path.indexOf(part, position);
		if (found === -1) return false;
		position = found + part.length;
	}
	return path.length - last.length >= position && path.endsWith(last);
}

function toggleSlash(path: string): string {
	return path.endsWith('/') ? path.slice(0, -1) : `${path}/`;
}

function decode(path: string): string {
	try {
		return decodeURI(path);
	} catch {
		return path;
	}
}
