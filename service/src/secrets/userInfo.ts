/** Replaces a secret. */
export const HIDDEN = '***';

const SCHEME = /^[\0- ]*([a-z][a-z\t\n\r]*):/i;
const SLASHES = /^[/\\\t\n\r]*/;
const BROWSERS_OWN = /^https?$/i;

/** An address, split at the user's name and password as written, including the `@`. */
interface AddressParts {
	before: string;
	userInfo: string;
	after: string;
}

/**
 * Finds the user's name and password in an address; undefined if it has none. Browsers also accept
 * web addresses with other slashes or none, and with tabs, line breaks and spaces in them.
 */
function splitAddress(address: string): AddressParts | undefined {
	const [start = '', name = ''] = SCHEME.exec(address) ?? [];
	const isOfWeb = BROWSERS_OWN.test(name.replace(/[\t\n\r]/g, ''));
	if (start === '' || !(isOfWeb || address.startsWith('//', start.length))) return undefined;
	const [slashes = ''] = SLASHES.exec(address.slice(start.length)) ?? [];
	const before = start + slashes;
	const [authority = ''] = address.slice(before.length).split(/[/\\?#]/, 1);
	const userInfo = authority.slice(0, authority.lastIndexOf('@') + 1);
	if (userInfo === '') return undefined;
	return { before, userInfo, after: address.slice(before.length + userInfo.length) };
}

/** An address without its user's name and password; any other text is returned unchanged. */
export function hideUserInfo(address: string): string {
	const parts = splitAddress(address);
	return parts ? `${parts.before}${HIDDEN}@${parts.after}` : address;
}

/** The address that was passed to {@link hideUserInfo}, if `source` has the name and password. */
export function showUserInfo(address: string, source: string): string {
	return address.replace(`${HIDDEN}@`, () => splitAddress(source)?.userInfo ?? '');
}

/** How the user's name and password of an address may be written, including the `@`. */
export function listUserInfo(address: string): string[] {
	const { userInfo = '' } = splitAddress(address) ?? {};
	const { username = '', password = '' } = URL.parse(address) ?? {};
	const read = password === '' ? `${username}@` : `${username}:${password}@`;
	return [...new Set([userInfo, read])].filter((text) => text.length > 2);
}
