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
	 * `host` or `host:port`.
	 */
	allowPrivateAddresses: boolean | readonly string[];
	/**
	 * How names are looked up.
	 * @default the operating system's resolver
	 */
	resolveHost?: ResolveHost;
}

/**
 * Decides which addresses the service may open. It keeps a caller from reaching the machine's own
 * network through the service (gaps page, Scrape: private and internal addresses are rejected).
 */
export interface AddressGuard {
	/**
	 * Checks an address before it is opened: http or https, no allowed-list exception needed for
	 * public hosts. A name that does not resolve passes, for the browser to report.
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

export function createAddressGuard(options: AddressGuardOptions): AddressGuard {
	const isAllowedHost = createAllowance(options.allowPrivateAddresses);
	const resolveHost = rememberAnswers(options.resolveHost ?? lookUpAll);

	async function resolveAllowed(hostname: string, port: number): Promise<ResolvedAddress[]> {
		const addresses = await resolveHost(withoutBrackets(hostname));
		if (isAllowedHost(hostname, port)) return addresses;
		for (const { address } of addresses) {
			const reason = describeForbiddenAddress(address);
			if (reason !== undefined) throw refuse(hostname, address, reason);
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

function parseUrl(url: string | URL): URL {
	if (url instanceof URL) return url;
	if (!URL.canParse(url)) throw new AddressNotAllowedError(`"${url}" is not a web address`);
	return new URL(url);
}

function refuse(hostname: string, address: string, reason: string): AddressNotAllowedError {
	const place = withoutBrackets(hostname) === address ? address : `${hostname} (${address})`;
	return new AddressNotAllowedError(
		`${place} is ${reason}, which this service does not open; to allow it, add the host to ALLOW_PRIVATE_ADDRESSES`,
	);
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
	return (hostname, port) => {
		const name = hostname.toLowerCase();
		const bare = withoutBrackets(name);
		return [name, bare, `${name}:${port}`, `[${bare}]:${port}`].some((form) => hosts.has(form));
	};
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
