import ipaddr from 'ipaddr.js';

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

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
 * judged by the address they carry; other translation and tunnel ranges are refused whole.
 */
export function describeForbiddenAddress(address: string): string | undefined {
	if (!ipaddr.isValid(address)) return 'not an IP address';
	const parsed = ipaddr.parse(address);
	return parsed instanceof ipaddr.IPv6 ? describeVersion6(parsed) : describeRange(parsed.range());
}

function describeVersion6(address: ipaddr.IPv6): string | undefined {
	const carried = carriedVersion4(address);
	if (carried !== undefined) return describeRange(carried.range());
	const reason = describeRange(address.range());
	if (reason !== undefined) return reason;
	return address.match(GLOBAL_UNICAST) ? undefined : 'a reserved address';
}

function carriedVersion4(address: ipaddr.IPv6): ipaddr.IPv4 | undefined {
	const range = address.range();
	if (range !== 'ipv4Mapped' && range !== 'rfc6052') return undefined;
	return new ipaddr.IPv4(address.toByteArray().slice(12));
}

function describeRange(range: string): string | undefined {
	if (range === 'unicast') return undefined;
	return RANGE_NAMES[range] ?? 'a reserved address';
}
