import { bodyField, bodyText, isRecord } from './serviceBody';
import { isRepeatable } from './classifyResponse';
import { ServiceError } from './serviceError';
import type { ServiceRequest } from './serviceRequest';

interface ConnectionEntry {
	message: (host: string) => string;
	advice: string | ((host: string) => string);
	/** Whether another try would end in the same way. */
	isPermanent?: true;
}

const CHECK_BASE_URL = "Check 'Base URL' in the credential, and that the service is running.";
const DOCKER_HOST = 'host.docker.internal';

/** Where this machine is meant; seen from a container or the cloud, that is another one. */
const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])(:\d+)?$/i;

/** Nothing listens: often the service runs, but not where n8n looks. */
function findListener(host: string): string {
	const port = host.replace(/^.*?(:\d+)?$/, '$1');
	if (LOOPBACK.test(host)) {
		return `${CHECK_BASE_URL} If n8n runs in a container or in the cloud, ${host} is inside the container. If the service runs on the computer that runs the container, set 'Base URL' to http://${DOCKER_HOST}${port}/api and start the service with HOST=0.0.0.0.`;
	}
	if (host.startsWith(DOCKER_HOST)) {
		return `${CHECK_BASE_URL} The local service accepts calls from a container only if it is started with HOST=0.0.0.0.`;
	}
	return CHECK_BASE_URL;
}

/** Docker Desktop knows the name of its host; on Linux it must be set. */
function findHost(host: string): string {
	return host.startsWith(DOCKER_HOST)
		? `Start the container of n8n with --add-host=${DOCKER_HOST}:host-gateway, or put the computer's own address into 'Base URL' in the credential.`
		: CHECK_BASE_URL;
}

const NOT_TRUSTED: ConnectionEntry = {
	message: (host) => `The certificate of ${host} is not trusted`,
	advice:
		"The certificate of the service is not trusted by n8n. Install a valid certificate, make n8n trust it (NODE_EXTRA_CA_CERTS), or turn on 'Ignore SSL Issues' in the credential if you trust the service.",
	isPermanent: true,
};

/** Codes of Node.js for connections that were not made: nothing can have been started. */
const NOT_SENT = new Map<string, ConnectionEntry>(
	Object.entries({
		ECONNREFUSED: { message: (host) => `Nothing answers at ${host}`, advice: findListener },
		ENOTFOUND: { message: (host) => `There is no host named ${host}`, advice: findHost },
		EAI_AGAIN: {
			message: (host) => `The host ${host} could not be looked up`,
			advice: 'Check the network and DNS of the machine that runs n8n.',
		},
		EHOSTUNREACH: {
			message: (host) => `The host ${host} cannot be reached`,
			advice: CHECK_BASE_URL,
		},
		ENETUNREACH: {
			message: (host) => `The network of ${host} cannot be reached`,
			advice: CHECK_BASE_URL,
		},
		EPROTO: {
			message: (host) => `${host} does not support https`,
			advice:
				"Check whether 'Base URL' in the credential starts with the right http:// or https://.",
			isPermanent: true,
		},
		CERT_HAS_EXPIRED: NOT_TRUSTED,
		DEPTH_ZERO_SELF_SIGNED_CERT: NOT_TRUSTED,
		ERR_TLS_CERT_ALTNAME_INVALID: NOT_TRUSTED,
		SELF_SIGNED_CERT_IN_CHAIN: NOT_TRUSTED,
		UNABLE_TO_GET_ISSUER_CERT_LOCALLY: NOT_TRUSTED,
		UNABLE_TO_VERIFY_LEAF_SIGNATURE: NOT_TRUSTED,
	}),
);

const CHECK_NETWORK =
	'Run the node again. If this keeps happening, check the network between n8n and the service.';

const TIMED_OUT: ConnectionEntry = {
	message: (host) => `${host} did not answer in time`,
	advice: CHECK_NETWORK,
};

const ABORTED: ConnectionEntry = {
	message: (host) => `The request to ${host} was stopped`,
	advice: 'The execution was stopped.',
	isPermanent: true,
};

const BROKEN: ConnectionEntry = {
	message: (host) => `The connection to ${host} broke`,
	advice: CHECK_NETWORK,
};

const SENT = new Map<string, ConnectionEntry>(
	Object.entries({
		ECONNABORTED: TIMED_OUT,
		ETIMEDOUT: TIMED_OUT,
		ESOCKETTIMEDOUT: TIMED_OUT,
		ERR_CANCELED: ABORTED,
	}),
);

const MAX_DEPTH = 5;

/** A fact of a failed call, such as its code: n8n wraps the original error, which stays in `cause`. */
function findFact(error: unknown, name: 'code' | 'syscall', depth = 0): string | undefined {
	const fact = bodyText(error, name);
	if (fact !== undefined || depth >= MAX_DEPTH) return fact;
	const cause = bodyField(error, 'cause');
	return isRecord(cause) || cause instanceof Error ? findFact(cause, name, depth + 1) : undefined;
}

/** Codes with which a connection that was made may break, too: Linux reports a route that is gone so. */
const NO_ROUTE = ['EHOSTUNREACH', 'ENETUNREACH'];

/** Whether no connection was made: what Node.js was doing says so, or else the code. */
function wasNotSent(error: unknown, code: string): boolean {
	const syscall = findFact(error, 'syscall');
	if (syscall === 'connect') return true;
	const isBroken = syscall !== undefined && NO_ROUTE.includes(code);
	return NOT_SENT.has(code) && !isBroken;
}

/**
 * A call without an answer as an error. The original is not kept: it carries the request with its
 * headers, and so the API key.
 */
export function explainConnection(
	error: unknown,
	host: string,
	request: Pick<ServiceRequest, 'method'>,
): ServiceError {
	const code = findFact(error, 'code') ?? '';
	const isNotSent = wasNotSent(error, code);
	const entry = (isNotSent ? NOT_SENT.get(code) : undefined) ?? SENT.get(code) ?? BROKEN;
	const { message, advice, isPermanent = false } = entry;
	const mayBeSentAgain = !isPermanent && (isNotSent || isRepeatable(request));
	return new ServiceError({
		message: message(host),
		description: typeof advice === 'string' ? advice : advice(host),
		outcome: mayBeSentAgain ? 'retry' : isNotSent ? 'rejected' : 'unknown',
		...(isNotSent && { endedAt: 'beforeSending' }),
		...(code !== '' && { code }),
		cause: 'temporarily-unavailable',
	});
}
