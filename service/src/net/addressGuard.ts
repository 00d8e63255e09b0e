import ipaddr from 'ipaddr.js';
import { lookup } from 'node:dns/promises';

/** One answer of a name lookup. */
export interface ResolvedAddress {
	address: string;
	family: number;
}

/** Turns a host name into its addresses; rejects when there are none. */
type ResolveHost = (hostname: string) => Promise<ResolvedAddress[]>;

interface AddressGuardOptions {
	/**
	 * `true` opens every address; a list opens these hosts beside the public ones, each written as
	 * `host` or `host:port`. Either way only for jobs that name such a host; see {@link forTarget}.
	 */
	allowPrivateAddresses: boolean | readonly string[];
	/**
	 * How names are looked up.
	 * @default the operating system's resolver
	 */
	resolveHost?: ResolveHost;
}

/** What the operator lets this service open. */
export interface AddressPolicy {
	/**
	 * The guard of a job, which decides what may be opened on its behalf. Hosts outside the public
	 * internet that the operator allowed are open to jobs that name them, so that a public page can't
	 * reach them through the service: of a list, the host that the job names; where the operator
	 * allowed everything, all of them once the job names one.
	 * @param url the address that the job itself names
	 */
	forTarget(url: string): AddressGuard;
}

/**
 * Decides which addresses a job may open. It keeps a caller from reaching the machine's own network
 * through the service (gaps page, Scrape: private and internal addresses are rejected).
 */
export interface AddressGuard {
	/**
	 * Checks an address before it is opened: http or https, and a host that may be opened. A name that
	 * does not resolve passes, for whoever connects to report.
	 * @throws AddressNotAllowedError
	 */
	assertUrlAllowed(url: string | URL): Promise<void>;
	/**
	 * Looks a host up and returns the addresses a connection may use. Connecting to these, instead of
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
const DEFAULT_PORTS: Record<string, number> = { 'http:': 80, 'https:': 443 };

const NOT_ALLOWED =
	'which this service does not open; to allow it, add the host to ALLOW_PRIVATE_ADDRESSES';
const NOT_NAMED = 'which this service opens only for jobs whose own address names it';

export function createAddressPolicy(options: AddressGuardOptions): AddressPolicy {
	const { allowPrivateAddresses } = options;
	const isAllowedHost = createAllowance(allowPrivateAddresses);
	const resolveHost = rememberAnswers(options.resolveHost ?? lookUpAll);

	async function isPrivate(hostname: string): Promise<boolean> {
		const addresses = await resolveHost(hostname).catch(() => []);
		return addresses.some(({ address }) => describeForbiddenAddress(address) !== undefined);
	}

	function createGuard(target: string): AddressGuard {
		const named = URL.canParse(target) ? withoutBrackets(new URL(target).hostname) : undefined;

		async function isNamed(hostname: string): Promise<boolean> {
			if (hostname === named) return true;
			return allowPrivateAddresses === true && named !== undefined && isPrivate(named);
		}

		async function resolveAllowed(host: string, port: number): Promise<ResolvedAddress[]> {
			const hostname = withoutBrackets(host).toLowerCase();
			const addresses = await resolveHost(hostname);
			for (const { address } of addresses) {
				const reason = describeForbiddenAddress(address);
				if (reason === undefined) continue;
				const place = hostname === address ? address : `${hostname} (${address})`;
				if (!isAllowedHost(hostname, port)) throw refuse(place, reason, NOT_ALLOWED);
				if (!(await isNamed(hostname))) throw refuse(place, reason, NOT_NAMED);
			}
			return addresses;
		}

		return {
			resolveAllowed,
			async assertUrlAllowed(url) {
				const { protocol, hostname, port } = parseUrl(url);
				const defaultPort = DEFAULT_PORTS[protocol];
				if (defaultPort === undefined) throw refuseProtocol(protocol);
				try {
					await resolveAllowed(hostname, port === '' ? defaultPort : Number(port));
				} catch (error) {
					if (error instanceof AddressNotAllowedError) throw error;
				}
			},
		};
	}

	return { forTarget: createGuard };
}

function parseUrl(url: string | URL): URL {
	if (url instanceof URL) return url;
	if (!URL.canParse(url)) throw new AddressNotAllowedError(`"${url}" is not a web address`);
	return new URL(url);
}

function refuse(place: string, reason: string, advice: string): AddressNotAllowedError {
	return new AddressNotAllowedError(`${place} is ${reason}, ${advice}`);
}

function refuseProtocol(protocol: string): AddressNotAllowedError {
	return new AddressNotAllowedError(
		`Only http and https addresses can be opened, not ${protocol.replace(/:$/, '')}`,
	);
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

function withoutBrackets(hostname: string): string {
	return hostname.replace(/^\[(.*)\]$/, '$1');
}

function lookUpAll(hostname: string): Promise<ResolvedAddress[]> {
	return lookup(hostname, { all: true });
}

// One page asks for the same few hosts dozens of times; system lookups share four threads.
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
