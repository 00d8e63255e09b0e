import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns/promises';
import type { LookupFunction } from 'node:net';

/** One result of a name lookup. */
export interface ResolvedAddress {
	address: string;
	family: number;
}

/** Resolves a host name to its addresses; rejects when there are none. */
type ResolveHost = (hostname: string) => Promise<ResolvedAddress[]>;

interface AddressGuardOptions {
	/**
	 * `true` opens every address; a list opens these hosts in addition to the public ones, each written as
	 * `host` or `host:port`. Either way only for jobs that name such a host; see {@link forTarget}.
	 */
	allowPrivateAddresses: boolean | readonly string[];
	/**
	 * How names are looked up.
	 * @default the operating system's resolver
	 */
	resolveHost?: ResolveHost;
}

/** What the operator allows this service to open. */
export interface AddressPolicy {
	/**
	 * The guard of a job, which decides what may be opened on its behalf. Hosts outside the public
	 * internet that the operator allowed are open to jobs that name them, so that a public page can't
	 * reach them through the service: of a list, the host that the job names; where the operator
	 * allowed everything, all of them once the job names one. A name counts as private only if all its
	 * addresses are, as looked up once for the guard: the owner of a name could otherwise open the
	 * network by adding an address to it. Link-local addresses, where clouds keep the secrets of a machine,
	 * are opened only by a list.
	 * @param url the address that the job itself names; without one only public hosts are open
	 */
	forTarget(url: string | undefined): AddressGuard;
}

/**
 * Decides which addresses a job may open. It keeps a caller from reaching the machine's own network
 * through the service; `ALLOW_PRIVATE_ADDRESSES` permits it.
 */
export interface AddressGuard {
	/**
	 * Checks an address before it is opened: http or https, and a host that may be opened. A name that
	 * does not resolve passes; connecting will report it.
	 * @throws AddressNotAllowedError
	 */
	assertUrlAllowed(url: string | URL): Promise<void>;
	/**
	 * Looks up a host and returns the addresses a connection may use. Connecting to these, instead of
	 * looking the name up again, is what defeats DNS rebinding.
	 * @throws AddressNotAllowedError when any of the host's addresses is off limits
	 */
	resolveAllowed(hostname: string, port: number): Promise<ResolvedAddress[]>;
}

/** The address is off limits for the service. */
export class AddressNotAllowedError extends Error {
	override name = 'AddressNotAllowedError' as const;
}

const CACHE_LIFETIME_MS = 30_000;
const CACHE_ENTRIES = 1000;

const NOT_ALLOWED =
	'which this service does not open; to allow it, add the host to ALLOW_PRIVATE_ADDRESSES';
const NOT_NAMED = 'which this service opens only for jobs whose own address names it';

export function createAddressPolicy(options: AddressGuardOptions): AddressPolicy {
	const { allowPrivateAddresses } = options;
	const isAllowedHost = createAllowance(allowPrivateAddresses);
	const resolveHost = rememberAnswers(
		options.resolveHost ?? ((hostname) => lookup(hostname, { all: true })),
	);

	async function isPrivate(hostname: string): Promise<boolean> {
		const addresses = await resolveHost(hostname).catch(() => []);
		const isReserved = ({ address }: ResolvedAddress) =>
			describeForbiddenAddress(address) !== undefined;
		return addresses.length > 0 && addresses.every(isReserved);
	}

	function forTarget(target: string | undefined): AddressGuard {
		const named = plainHost(URL.parse(target ?? '')?.hostname ?? '');
		let namesPrivateHost: Promise<boolean> | undefined;

		async function isOpen(hostname: string, address: string): Promise<boolean> {
			if (named === '') return false;
			if (allowPrivateAddresses !== true) return hostname === named;
			namesPrivateHost ??= isPrivate(named);
			return (await namesPrivateHost) && !holdsCloudSecrets(address);
		}

		async function resolveAllowed(host: string, port: number): Promise<ResolvedAddress[]> {
			const hostname = plainHost(host);
			const addresses = await resolveHost(hostname);
			for (const { address } of addresses) {
				const reason = describeForbiddenAddress(address);
				if (reason === undefined) continue;
				const isAllowed = isAllowedHost(hostname, port);
				if (isAllowed && (await isOpen(hostname, address))) continue;
				const place = hostname === address ? address : `${hostname} (${address})`;
				const advice = isAllowed ? NOT_NAMED : NOT_ALLOWED;
				throw new AddressNotAllowedError(`${place} is ${reason}, ${advice}`);
			}
			return addresses;
		}

		return {
			resolveAllowed,
			async assertUrlAllowed(url) {
				const parsed = URL.parse(String(url));
				if (parsed === null) throw new AddressNotAllowedError(`"${url}" is not a web address`);
				const { protocol, hostname } = parsed;
				if (!/^https?:$/.test(protocol)) {
					throw new AddressNotAllowedError(
						`Only http and https addresses can be opened, not ${protocol.replace(/:$/, '')}`,
					);
				}
				try {
					await resolveAllowed(hostname, portOf(parsed));
				} catch (error) {
					if (error instanceof AddressNotAllowedError) throw error;
				}
			},
		};
	}

	return { forTarget };
}

function createAllowance(
	allowed: boolean | readonly string[],
): (hostname: string, port: number) => boolean {
	if (typeof allowed === 'boolean') return () => allowed;
	const hosts = new Set(allowed.map((host) => host.trim().toLowerCase()));
	return (hostname, port) =>
		[hostname, `[${hostname}]`, `${hostname}:${port}`, `[${hostname}]:${port}`].some((form) =>
			hosts.has(form),
		);
}

/** A host as it is looked up: without the brackets of IPv6 and the trailing dot of a full name. */
function plainHost(host: string): string {
	return host
		.toLowerCase()
		.replace(/^\[(.*)\]$/, '$1')
		.replace(/(?<=[^.])\.$/, '');
}

// One page looks up the same few hosts dozens of times; system lookups share four threads.
function rememberAnswers(resolveHost: ResolveHost): ResolveHost {
	const answers = new Map<string, { expiresAtMs: number; answer: Promise<ResolvedAddress[]> }>();
	return (hostname) => {
		const known = answers.get(hostname);
		if (known !== undefined && known.expiresAtMs > Date.now()) return known.answer;
		const answer = resolveHost(hostname);
		answers.delete(hostname);
		answers.set(hostname, { answer, expiresAtMs: Date.now() + CACHE_LIFETIME_MS });
		answer.catch(() => answers.delete(hostname));
		const oldest = answers.keys().next();
		if (answers.size > CACHE_ENTRIES && !oldest.done) answers.delete(oldest.value);
		return answer;
	};
}

/** A lookup for connections that returns addresses that were checked, whatever the name. */
export function pinTo(addresses: readonly ResolvedAddress[]): LookupFunction {
	return (_hostname, options, callback) => {
		if (options.all) return callback(null, [...addresses]);
		const [first] = addresses;
		return callback(null, first?.address ?? '', first?.family);
	};
}

/** A lookup for connections to a port that returns only addresses which a guard allows. */
export function lookUpAllowed(guard: AddressGuard, port: number): LookupFunction {
	return (hostname, options, callback) => {
		guard.resolveAllowed(hostname, port).then(
			(addresses) => pinTo(addresses)(hostname, options, callback),
			(error: Error) => callback(error, '', 0),
		);
	};
}

/** The port of an http or https address. */
export function portOf({ port, protocol }: URL): number {
	return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Only this prefix carries the IPv4 address in a known place; others belong to one network alone. */
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96');
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Served by the cloud's own machines, which give the secrets of a virtual machine to any request
 * from it, in addition to the link-local address that most clouds use: Azure, AWS over IPv6, Alibaba.
 */
const CLOUD_ADDRESSES = new Set(['168.63.129.16', 'fd00:ec2::254', '100.100.100.200']);

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

/** Whether a cloud serves the secrets of the requesting machine there. */
function holdsCloudSecrets(text: string): boolean {
	const address = toCarried(ipaddr.parse(text));
	return CLOUD_ADDRESSES.has(address.toString()) || address.range() === 'linkLocal';
}

/**
 * Why an IP address is not part of the public internet, in words such as `a loopback address`;
 * undefined for a public address. IPv6 addresses that carry an IPv4 address (mapped, NAT64) are
 * judged by the address they carry; other translation and tunnel ranges (6to4, Teredo, ISATAP) are
 * rejected entirely.
 */
export function describeForbiddenAddress(text: string): string | undefined {
	if (!ipaddr.isValid(text)) return 'not an IP address';
	const address = toCarried(ipaddr.parse(text));
	if (CLOUD_ADDRESSES.has(address.toString())) return 'an address of the cloud it runs in';
	const range = address.range();
	if (range !== 'unicast') return RANGE_NAMES[range] ?? 'a reserved address';
	const isPublic =
		address instanceof ipaddr.IPv4 || (address.match(GLOBAL_UNICAST) && !isIsatap(address));
	return isPublic ? undefined : 'a reserved address';
}

/** The IPv4 address that an IPv6 address carries; every other address itself. */
function toCarried(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
	if (address instanceof ipaddr.IPv4) return address;
	if (address.range() !== 'ipv4Mapped' && !address.match(NAT64)) return address;
	return new ipaddr.IPv4(address.toByteArray().slice(12));
}

/** Its last eight bytes begin like this, with either value of the u bit. */
function isIsatap({ parts }: ipaddr.IPv6): boolean {
	return (parts[4] === 0 || parts[4] === 0x0200) && parts[5] === 0x5efe;
}
