/** What stands in the place of a secret. */
export const HIDDEN = '***';

const SCHEME = /^[\0- ]*([a-z][a-z\t\n\r]*):/i;
const SLASHES = /^[/\\\t\n\r]*/;
const BROWSERS_OWN = /^https?$/i;

/** An address around the user's name and password as they are written, the `@` among them. */
interface AddressParts {
	before: string;
	userInfo: string;
	after: string;
}

/**
 * Finds the user's name and password of an address; undefined where it has none. Browsers also read
 * addresses of the web with other slashes or none, and with tabs, line breaks and spaces in them.
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

/** An address without its user's name and password; any other text as it is. */
export function hideUserInfo(address: string): string {
	const parts = splitAddress(address);
	return parts ? `${parts.before}${HIDDEN}@${parts.after}` : address;
}

/** The address that {@link hideUserInfo} was given, when `source` has the name and password. */
export function showUserInfo(address: string, source: string): string {
	return address.replace(`${HIDDEN}@`, () => splitAddress(source)?.userInfo ?? '');
}

/** How the user's name and password of an address may be written, the `@` included. */
export function listUserInfo(address: string): string[] {
	const { userInfo = '' } = splitAddress(address) ?? {};
	const { username = '', password = '' } = URL.parse(address) ?? {};
	const read = password === '' ? `${username}@` : `${username}:${password}@`;
	return [...new Set([userInfo, read])].filter((text) => text.length > 2);
}
