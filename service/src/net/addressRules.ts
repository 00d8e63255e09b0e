import ipaddr from 'ipaddr.js';

/** Only this prefix carries the IPv4 address in a known place; others belong to one network alone. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/** The last eight bytes of an ISATAP address begin so, with either value of the u bit. */
const ISATAP = [
	[0x00, 0x00, 0x5e, 0xfe],
	[0x02, 0x00, 0x5e, 0xfe],
];

/**
 * Public by their range, but answered by the cloud's own machines: Azure gives the secrets of a
 * virtual machine to whoever asks from it.
 */
const CLOUD_ADDRESSES = new Set(['168.63.129.16']);

const RANGE_NAMES: Record<string, string> = {
	unspecified: 'an unspecified address',
	broadcast: 'a broadcast address',
	multicast: 'a multicast address',
	linkLocal: 'a link-local address',
	loopback: 'a loopback address',
	carrierGradeNat: 'a carrier-grade NAT address',
	private: 'a private address',
	uniqueLocal: 'a private address',
};

/**
 * Why an IP address is not part of the public internet, in words such as `a loopback address`;
 * undefined for a public address. IPv6 addresses that carry an IPv4 address (mapped, NAT64) are
 * judged by the address they carry; other translation and tunnel ranges (6to4, Teredo, ISATAP) are
 * refused whole.
 */
export function describeForbiddenAddress(address: string): string | undefined {
	if (!ipaddr.isValid(address)) return 'not an IP address';
	const parsed = ipaddr.parse(address);
	return parsed instanceof ipaddr.IPv6 ? describeVersion6(parsed) : describeVersion4(parsed);
}

function describeVersion4(address: ipaddr.IPv4): string | undefined {
	if (CLOUD_ADDRESSES.has(address.toString())) return 'an address of the cloud it runs in';
	return describeRange(address.range());
}

function describeVersion6(address: ipaddr.IPv6): string | undefined {
	const carried = carriedVersion4(address);
	if (carried !== undefined) return describeVersion4(carried);
	if (isIsatap(address)) return 'a reserved address';
	const reason = describeRange(address.range());
	if (reason !== undefined) return reason;
	return address.match(GLOBAL_UNICAST) ? undefined : 'a reserved address';
}

function carriedVersion4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
	if (address.range() !== 'ipv4Mapped' && !address.match(NAT64)) return undefined;
	return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function isIsatap(address: ipaddr.IPv6): boolean {
	const marker = address.toByteArray().slice(8, 12);
	return ISATAP.some((form) => form.every((byte, index) => byte === marker[index]));
}

function describeRange(range: string): string | undefined {
	if (range === 'unicast') return undefined;
	return RANGE_NAMES[range] ?? 'a reserved address';
}
