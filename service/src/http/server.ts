import { randomUUID } from 'node:crypto';
import Fastify, {
	LogController,
	type FastifyInstance,
	type FastifyReply,
	type FastifyRequest,
} from 'fastify';
import type { Config } from '../config.ts';
import type { FileStore } from '../files/fileStore.ts';
import type { KeysRepository } from '../db/keys.ts';
import type { CountRequest } from '../db/sharedLimits.ts';
import { readJson } from '../net/readJson.ts';
import { createAuthentication, createRateLimit, noteAskers } from './access.ts';
import { listContractRoutes } from './contractRoutes.ts';
import { ApiError } from './apiError.ts';
import { answerClientError } from './clientErrors.ts';
import { handleError, handleUnknownRoute } from './errorHandler.ts';
import { registerFileRoute } from './fileRoute.ts';
import { isNestedTooDeep, TOO_DEEP } from './jsonDepth.ts';
import { noteIgnoredFields } from './ignoredFields.ts';
import type { Operations } from './operation.ts';
import { createHostCheck } from './publicAddress.ts';
import { endSlowBodies } from './slowBodies.ts';
import { compileValidator } from './validation.ts';

/** Carries the ID that a proxy in front gave the request; sent back with every response. */
const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Prefix of the path of every endpoint. */
export const API_PREFIX = '/api';

/** The bytes of a prepared upload must be sent within 15 minutes (api/openapi.yaml, POST /parse/uploads). */
const REQUEST_LIMIT_MS = 900_000;
/** How long the headers of a request may take to arrive. */
const HEADERS_LIMIT_MS = 60_000;
/** How long a body may deliver next to nothing. As long as headers may take. */
const BODY_WINDOW_MS = 60_000;
/** How often the server looks for requests that take too long. */
const CONNECTION_CHECK_MS = 30_000;

export interface ServerOptions {
	config: Pick<Config, 'logLevel' | 'host' | 'publicUrl' | 'trustProxy'>;
	/**
	 * How long a whole request may take to arrive, uploads included, in milliseconds.
	 * @default 900_000
	 */
	requestLimitMs?: number;
	/**
	 * How long a body may deliver next to nothing, in milliseconds.
	 * @default 60_000
	 */
	bodyWindowMs?: number;
	/**
	 * Fields of every log line, such as the job that it belongs to.
	 * @default nothing
	 */
	describeWork?: () => object;
}

/**
 * Creates the HTTP server with its log and error responses, but without routes. Log lines go to standard
 * error, without headers, bodies or queries: these contain keys, cookies and signatures.
 */
export function createServer({
	config,
	requestLimitMs = REQUEST_LIMIT_MS,
	bodyWindowMs = BODY_WINDOW_MS,
	describeWork = () => ({}),
}: ServerOptions): FastifyInstance {
	const { logLevel, host, publicUrl, trustProxy } = config;
	const server = Fastify({
		trustProxy,
		// The ID of a proxy in front is used, so that its log and this one can be matched.
		genReqId: ({ headers: { [REQUEST_ID_HEADER]: given } }) =>
			trustProxy !== false && typeof given === 'string' && REQUEST_ID.test(given)
				? given
				: randomUUID(),
		requestTimeout: requestLimitMs,
		clientErrorHandler: answerClientError,
		// For an address that cannot be decoded, before any hook runs.
		frameworkErrors: (error, request, reply) => void handleError(error, request, reply),
		http: {
			// Said with the reason, see `createHostCheck`.
			requireHostHeader: false,
			// Node.js ignores the limit of a request unless that of its headers is at most as long.
			headersTimeout: Math.min(requestLimitMs, HEADERS_LIMIT_MS),
			connectionsCheckingInterval: Math.min(requestLimitMs, CONNECTION_CHECK_MS),
		},
		logger: {
			level: logLevel,
			stream: process.stderr,
			mixin: describeWork,
			// Of requests, and of uploads, whose reader logs its settings.
			redact: ['*.headers.authorization', '*.headers["x-api-key"]', '*.headers.cookie'],
		},
		logController: new LogController({ disableRequestLogging: true }),
	});
	server.decorate('publicUrl', publicUrl);
	server.addHook('onRequest', async (request, reply) => {
		reply.header(REQUEST_ID_HEADER, request.id);
	});
	endSlowBodies(server, bodyWindowMs);
	server.addHook('onRequest', createHostCheck([host, publicUrl && new URL(publicUrl).hostname]));
	server.removeContentTypeParser('text/plain');
	acceptEmptyJson(server);
	noteIgnoredFields(server);
	noteAskers(server);
	server.setValidatorCompiler(compileValidator);
	// Serializing by a schema would drop unknown fields silently; tests check responses by the contract.
	server.setSerializerCompiler(() => (body) => JSON.stringify(body));
	server.setErrorHandler(handleError);
	server.setNotFoundHandler(handleUnknownRoute);
	server.addHook('onResponse', async (request, reply) => {
		const { method, routeOptions } = request;
		const { statusCode, elapsedTime } = reply;
		request.log.debug({ method, route: routeOptions.url, statusCode, elapsedTime }, 'answered');
	});
	return server;
}

/**
 * Accepts requests with a JSON content type and no body: many clients always send that header, even with
 * a cancel. Where a body is required, validation rejects its absence.
 */
function acceptEmptyJson(server: FastifyInstance): void {
	const parseJson = server.getDefaultJsonParser('error', 'error');
	server.removeContentTypeParser('application/json');
	server.addContentTypeParser<string>(
		'application/json',
		{ parseAs: 'string' },
		(request, body, done) => {
			const { 'content-encoding': encoding = 'identity' } = request.headers;
			if (body === '') done(null, undefined);
			else if (encoding !== 'identity')
				done(new ApiError(415, describeEncoding(encoding)), undefined);
			else if (isNestedTooDeep(body)) done(new ApiError(400, TOO_DEEP), undefined);
			else void parseJson(request, body, (error, value) => done(namePrototype(error, body), value));
		},
	);
}

const describeEncoding = (encoding: string): string =>
	`The request body has Content-Encoding ${encoding}. Send it without one.`;

/** The parser rejects these keys, but reports invalid JSON. */
function namePrototype(error: Error | null, body: string): Error | null {
	if (error === null || readJson(body) === undefined) return error;
	return new ApiError(
		400,
		'The request body has a key that no field may have: __proto__, or constructor with prototype in it.',
	);
}

// The type of a method allows narrower parameters: each handler expects its own request.
type RouteHandler = { handle(request: FastifyRequest, reply: FastifyReply): unknown }['handle'];

export interface ApiOptions {
	/** One entry per operation of the contract. */
	operations: Operations;
	keys: KeysRepository;
	files: FileStore;
	config: Pick<Config, 'apiKeys' | 'rateLimit'>;
	countRequest: CountRequest;
}

/** Adds the contract's endpoints and the file links to the server. */
export async function registerApi(server: FastifyInstance, options: ApiOptions): Promise<void> {
	const { keys, files, config } = options;
	const operations = new Map<string, RouteHandler>(Object.entries(options.operations));
	const authenticate = createAuthentication(keys, config.apiKeys);
	const limitRate = createRateLimit(config.rateLimit, options.countRequest);
	registerFileRoute(server, files);
	await server.register(
		async (api) => {
			for (const { operationId, isPublic, ...route } of listContractRoutes()) {
				const handler = operations.get(operationId);
				if (handler === undefined) throw new Error(`Operation ${operationId} has no handler`);
				api.route({
					...route,
					handler,
					onRequest: isPublic ? [limitRate] : [limitRate, authenticate],
				});
			}
		},
		{ prefix: API_PREFIX },
	);
}
