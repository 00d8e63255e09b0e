import { isOwnError } from './classifyResponse';
import { readServerDelayMs } from './allowance';
import { bodyText, bodyField, readTexts } from './serviceBody';
import { ServiceError, type ServiceErrorFacts } from './serviceError';
import { isRedirect, type ServiceAnswer, type ServiceRequest } from './serviceRequest';
import { parseUrl } from './parseUrl';

/**
 * An answer that is not a success as an error: the service's own words as the message, the next
 * step as the description. Words of a gateway follow what answered.
 * @param request what it answers
 * @param outcome what `classifyResponse` says of it
 * @param options.toWords makes text of the service safe to show
 * @param options.nowMs for answers that name a moment, milliseconds since the Unix epoch
 */
export function explainAnswer(
	request: Pick<ServiceRequest, 'method' | 'path'>,
	answer: ServiceAnswer,
	outcome: ServiceErrorFacts['outcome'],
	{ toWords, nowMs }: { toWords: (text: string) => string; nowMs: number },
): ServiceError {
	const entry = findErrorEntry(request, answer, toWords);
	const code = bodyText(answer.body, 'code');
	const delayMs = readServerDelayMs(answer, nowMs);
	const words = toWords(readServiceWords(answer.body) ?? '');
	const isOwnWords = isOwnError(answer) || entry === entryOf(code);
	return new ServiceError({
		...entry,
		outcome,
		endedAt: isOwnError(answer) ? 'service' : 'gateway',
		message: isOwnWords
			? words || entry.message
			: [entry.message, words].filter(Boolean).join(': '),
		status: answer.status,
		...(delayMs !== undefined && { delayMs }),
		...(code !== undefined && { code: toWords(code) }),
	});
}

/** The same with the ID that the service does not know, unless its words have it. */
export function nameMissing({ facts, details }: ServiceError, id: string): ServiceError {
	const { message } = facts;
	if (message.includes(id)) return new ServiceError(facts, details);
	return new ServiceError({ ...facts, message: `${message.replace(/\.$/, '')}: ${id}` }, details);
}

/**
 * What one kind of refusal means to a user: the message is said when the service gives no words of its
 * own, the description is what to do next.
 */
type ErrorEntry = Pick<ServiceErrorFacts, 'message' | 'description' | 'cause'>;

const PAYMENT_OVERDUE: ErrorEntry = {
	message: 'A payment is overdue',
	description:
		'Settle the open invoice in the dashboard of the service, then run the workflow again.',
	cause: 'quota-exhausted',
};

/** Keyed on the service's own code, which says more than the HTTP status (`api/openapi.yaml`, responses). */
const BY_CODE: Readonly<Record<string, ErrorEntry>> = {
	ALREADY_TERMINAL: {
		message: 'The job has already ended',
		description: "Nothing is left to cancel. Use 'Get Result' to get its results.",
	},
	JOB_NOT_FOUND: {
		message: 'The job does not exist',
		description:
			'Check the job ID. A job that was cancelled before it started is removed, and results are not kept forever.',
	},
	PAYMENT_OVERDUE,
	SERVICE_BUSY: {
		message: 'The service is busy',
		description:
			"The service asked to wait longer than the node's limit. Run the workflow again later.",
		cause: 'temporarily-unavailable',
	},
	TOO_MANY_PENDING_JOBS: {
		message: 'Too many jobs are waiting at the service',
		description:
			'Nothing was started. Wait for the jobs of other workflows to finish, then run the node again.',
		cause: 'rate-limited',
	},
};

const IN_A_MINUTE = 'Run the node again in a minute.';

/** What a gateway says while the service is away, or has no time. */
const AWAY = { description: IN_A_MINUTE, cause: 'temporarily-unavailable' } as const;

/** The error statuses of `api/openapi.yaml`. */
const BY_STATUS: Readonly<Record<number, ErrorEntry>> = {
	400: {
		message: 'The service did not accept the request',
		description: 'Correct the input as the message says, then run the node again.',
	},
	401: {
		message: 'The API key is missing, invalid or expired',
		description:
			"Open the credential at the top of the node's panel and check 'API Key' (the service may call it access token). It must be active, and belong to the service at the Base URL.",
		cause: 'credential-invalid',
	},
	402: {
		message: 'The service asks for payment',
		description:
			"Your credits may be used up, or a payment may be overdue: see the service's dashboard. The node 'Web Data Usage' shows what is left.",
		cause: 'quota-exhausted',
	},
	403: {
		message: 'The service does not allow this request',
		description:
			"Your credits may be used up, your plan's limit reached, or the job belongs to another account. The node 'Web Data Usage' shows what is left.",
	},
	404: {
		message: 'The service could not find it',
		description:
			"Check the ID. Results are not kept forever, and stored files only for 24 hours. If all operations fail like this, check the Base URL in the credential: it must end in '/api'.",
	},
	409: {
		message: 'The request does not fit the current state of the job or file',
		description: 'If this is about a file ID: upload the file first, then parse it.',
	},
	413: {
		message: 'The file is too large',
		description: 'Documents may have up to 50 MB directly, and up to 500 MB as an uploaded file.',
	},
	422: {
		message: 'The schema was not accepted',
		description: 'Correct the schema as the message says, then run the node again.',
	},
	429: {
		message: "The service's rate limit has been reached",
		description:
			"The service asked to wait longer than the node's limit. Run the workflow later, or less often.",
		cause: 'rate-limited',
	},
	500: {
		message: 'The service could not handle the request',
		description:
			'Run the node again. If this keeps happening, contact support with the message and the time.',
		cause: 'temporarily-unavailable',
	},
	502: { message: 'A gateway in front of the service did not get an answer', ...AWAY },
	503: { message: 'The service is not available', ...AWAY },
	504: { message: 'A gateway in front of the service waited too long for an answer', ...AWAY },
};

/**
 * An answer that leads elsewhere. Where the same path is at another address, that is the Base URL; any other
 * target, such as a sign-in page, is only named.
 */
function redirectEntry(
	{ path }: Pick<ServiceRequest, 'path'>,
	location: string,
	toWords: (text: string) => string,
): ErrorEntry {
	const message = 'The Base URL leads to another address';
	const notFollowed = 'The node does not follow redirects, so the API key reaches no other host.';
	const target = parseUrl(location);
	// Without its query, in which sign-in pages carry tokens.
	const shown = target ? `${target.origin}${target.pathname}` : location.split(/[?#]/, 1).join('');
	if (shown === '') {
		return {
			message,
			description: `Enter the final address as 'Base URL' in the credential. ${notFollowed}`,
		};
	}
	const baseUrl = target && shown.endsWith(path) ? shown.slice(0, -path.length) : undefined;
	return {
		message: `${message}: ${toWords(shown)}`,
		description: baseUrl?.endsWith('/api')
			? `Enter ${toWords(baseUrl)} as 'Base URL' in the credential. ${notFollowed}`
			: `Check 'Base URL' in the credential, and that no sign-in page is in front of the API. ${notFollowed}`,
	};
}

/** What to change where something in front of the service refuses requests of a kind (RFC 9110, 6585). */
const REFUSED_BY_GATEWAY: Readonly<Record<number, string>> = {
	405: "Allow GET, POST and DELETE requests in the proxy or firewall in front of the service, and check 'Base URL' in the credential.",
	407: "The proxy that n8n uses needs a login: add the user name and password to its address in n8n's HTTP_PROXY or HTTPS_PROXY.",
	413: 'The proxy in front of the service does not accept a request of this size: raise its limit (client_max_body_size in nginx), or send fewer addresses or a smaller file.',
	414: 'The proxy in front of the service does not accept an address of this length: raise its limit, or shorten the filters.',
	431: 'The proxy in front of the service does not accept headers of this length: check the API key in the credential, or raise the limit.',
};

/** For a refusal that the service did not write: its status says nothing about keys, jobs or fields. */
function gatewayEntry(status: number): ErrorEntry {
	const message = `Something in front of the service answered with HTTP status ${status}`;
	const advice = REFUSED_BY_GATEWAY[status];
	if (advice !== undefined) return { message, description: advice };
	return {
		message,
		description:
			"A proxy or gateway answered instead of the service, which may be restarting. Run the node again in a minute. If this keeps happening, check 'Base URL' in the credential: it must be the address of the API, ending in '/api', and the proxy must let requests with the API key through.",
		cause: 'temporarily-unavailable',
	};
}

function entryOf(code: string | undefined): ErrorEntry | undefined {
	return code !== undefined && Object.hasOwn(BY_CODE, code) ? BY_CODE[code] : undefined;
}

function findErrorEntry(
	request: Pick<ServiceRequest, 'method' | 'path'>,
	answer: ServiceAnswer,
	toWords: (text: string) => string,
): ErrorEntry {
	const known = entryOf(bodyText(answer.body, 'code'));
	if (known) return known;
	const { status } = answer;
	if (isRedirect(status)) return redirectEntry(request, answer.headers.location ?? '', toWords);
	const isRefusal = status >= 400 && status < 500 && status !== 429;
	if (isRefusal && !isOwnError(answer)) return gatewayEntry(status);
	const description =
		status >= 500 ? IN_A_MINUTE : 'Check the input of this item, then run the node again.';
	return (
		BY_STATUS[status] ?? { message: `The service answered with HTTP status ${status}`, description }
	);
}

/**
 * The service's own words: `message`, else the list `errors` (422), else `error` (`api/openapi.yaml`,
 * responses). Undefined when it has none, such as an HTML page of a gateway.
 */
export function readServiceWords(body: unknown): string | undefined {
	const errors = readTexts(bodyField(body, 'errors')).join('; ');
	const message = bodyText(body, 'message');
	if (message && errors && !message.includes(errors)) return `${message}: ${errors}`;
	return message ?? (errors || bodyText(body, 'error'));
}
