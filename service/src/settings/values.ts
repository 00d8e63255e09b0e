import ipaddr from 'ipaddr.js';
import { z } from 'zod';

/** A whole number in a range. */
export const wholeNumber = (lowest: number, highest: number, defaultValue: number) => {
	const range = `set a whole number from ${lowest} to ${highest}`;
	return z
		.string()
		.regex(/^\d+$/, range)
		.transform(Number)
		.refine((value) => value >= lowest && value <= highest, range)
		.default(String(defaultValue));
};

/** Credits, with decimals. */
export const price = (defaultValue: number) =>
	z
		.string()
		.regex(/^\d+(\.\d+)?$/, 'set a number of credits, 0 or more')
		.transform(Number)
		.default(String(defaultValue));

/** An address with one of the protocols (with their colons). @param example shown if it is wrong */
export const webAddress = (protocols: string[], example: string) =>
	z
		.string()
		.refine((value) => {
			// PROXY_URL may contain a placeholder for the country; see net/upstreamProxy.ts.
			const address = URL.parse(value.replaceAll('{country}', 'us'));
			return address !== null && protocols.includes(address.protocol);
		}, `set an address such as ${example}`)
		.optional();

/** Values separated by commas. */
export const list = z
	.string()
	.default('')
	.transform((text) => text.split(',').map((part) => part.trim()))
	.transform((parts) => parts.filter((part) => part !== ''));

/** `true`, `false`, or values separated by commas. */
export const switchOrList = list.transform((parts) => {
	const [only = 'false', ...others] = parts;
	return others.length === 0 && /^(?:true|false)$/.test(only) ? only === 'true' : parts;
});

/** `true` or `false`. */
export const yesOrNo = (defaultValue: 'true' | 'false') =>
	z
		.enum(['true', 'false'], { message: 'set true or false' })
		.default(defaultValue)
		.transform((value) => value === 'true');

/** Which proxies are trusted to report the client: all, none, or those at these addresses and networks. */
export const trustedProxies = switchOrList.refine((proxies) => isTrust(proxies), {
	message: 'set true, or the addresses or networks of the proxies in front, separated by commas',
});

function isTrust(proxies: boolean | string[]): boolean {
	if (typeof proxies === 'boolean') return true;
	return proxies.every((proxy) => ipaddr.isValid(proxy) || ipaddr.isValidCIDR(proxy));
}
