/** Whether two addresses are the same page: what follows the `#` only leads to a place in it. */
export function isSamePage(one: string, other: string): boolean {
	return withoutFragment(one) === withoutFragment(other);
}

function withoutFragment(url: string): string {
	return url.split('#', 1)[0] ?? url;
}
