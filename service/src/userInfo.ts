/** What stands in the place of a secret. */
export const HIDDEN = '***';

/** What is written before the host of an address; no parser may have changed it yet. */
const WRITTEN = /^(\s*[a-z]+:\/\/)([^/?#\s]*@)/i;

/** An address without its user's name and password; any other text as it is. */
export function hideUserInfo(address: string): string {
	return address.replace(WRITTEN, `$1${HIDDEN}@`);
}

/** The address that {@link hideUserInfo} was given, when `source` has the name and password. */
export function showUserInfo(address: string, source: string): string {
	const [, , written = ''] = WRITTEN.exec(source) ?? [];
	return address.replace(`${HIDDEN}@`, () => written);
}

/** How the user's name and password of an address may be written, the `@` included. */
export function listUserInfo(address: string): string[] {
	const [, , written = ''] = WRITTEN.exec(address) ?? [];
	const { username = '', password = '' } = URL.parse(address) ?? {};
	return [...new Set([written, `${username}:${password}@`])].filter((text) => text.length > 2);
}
