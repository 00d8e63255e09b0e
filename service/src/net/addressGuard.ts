import { lookup } from 'node:dns/promises';
import { describeForbiddenAddress } from './addressRules.ts';

/** One answer of a name lookup. */
export interface ResolvedAddress {
	address: string;
	family: number;
}

/** Turns a host name into its addresses; rejects when there are none. */
export type ResolveHost = (hostname: string) => Promise<ResolvedAddress[]>;

export interface AddressGuardOptions {
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
