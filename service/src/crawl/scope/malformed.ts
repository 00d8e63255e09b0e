/** Longer addresses result from broken links. */
const MAX_ADDRESS_CHARACTERS = 2000;
const MAX_PATH_SEGMENTS = 20;
/** A stretch of a path that keeps repeating: `/a/b/a/b/a/b` is a broken relative link. */
const REPEATED_STRETCH = /((?:\/[^/]+){1,4}?)\1{2}(?=\/|$)/;

/** Whether only a broken link produces an address: it is never followed. */
export function isMalformed(address: string): boolean {
	const { pathname } = new URL(address);
	return (
		address.length > MAX_ADDRESS_CHARACTERS ||
		pathname.split('/').length - 1 > MAX_PATH_SEGMENTS ||
		/\D/.test(REPEATED_STRETCH.exec(pathname)?.[1]?.replaceAll('/', '') ?? '')
	);
}

/** The addresses of a template in a form that users recognise: `/archives/…`, `/counter?n=…`. */
export function sketchAddress(address: string): string {
	const { pathname, searchParams } = new URL(address);
	const [name] = searchParams.keys();
	if (name !== undefined) return `${pathname}?${name}=…`;
	const segments = pathname.split('/');
	const at = segments.findIndex((segment) => /\d/.test(segment));
	return at === -1 ? pathname : `${segments.slice(0, at).join('/')}/…`;
}
