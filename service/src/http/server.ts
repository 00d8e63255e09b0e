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
import { createAuthentication, createRateLimit, noteAskers } from './access.ts';
import { listContractRoutes } from './contractRoutes.ts';
import { ApiError } from './apiError.ts';
import { handleError, handleUnknownRoute } from './errorHandler.ts';
import { registerFileRoute } from './fileRoute.ts';
import { isNestedTooDeep, TOO_DEEP } from './jsonDepth.ts';
import { noteIgnoredFields } from './ignoredFields.ts';
import type { Operations } from './operation.ts';
import { createHostCheck } from './publicAddress.ts';
import { endSlowBodies } from './slowBodies.ts';
import { compileValidator } from './validation.ts';

/** The header in which an ID comes from a proxy in front and goes back with every answer. */
const REQUEST_ID_HEADER = 'x-request-id';
const REQUEST_ID = /^[\w.:-]{1,128}$/;

/** Path that every endpoint of the contract lies under. */
export const API_PREFIX = '/api';

/** Reference, "Limits": the bytes of a prepared upload must be sent within 15 minutes. */
const REQUEST_LIMIT_MS = 900_000;
/** How long the headers of a request may take to come in. */
const HEADERS_LIMIT_MS = 60_000;
/** How long a body may bring next to nothing. */
const BODY_WINDOW_MS = 60_000;
/** How often the server looks for requests that take too long. */
const CONNECTION_CHECK_MS = 30_000;

export interface ServerOptions {
	config: Pick<Config, 'logLevel' | 'host' | 'publicUrl' | 'trustProxy'>;
	/**
	 * How long a request may take to come in whole, uploads included, in milliseconds.
	 * @default 900_000
	 */
	requestLimitMs?: number;
	/**
	 * How long a body may bring next to nothing, in milliseconds.
	 * @default 60_000
	 */
	bodyWindowMs?: number;
	/**
	 * What every log line says of the work it belongs to.
	 * @default nothing
	 */
	describeWork?: () => object;
}

/**
 * Makes the bare HTTP server with its log and error answers. Log lines go to standard error and
 * carry no headers, bodies or queries: those hold keys, cookies and signatures.
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
		// The ID that a proxy in front has given is taken, so that its log and this one agree.
		genReqId: ({ headers: { [REQUEST_ID_HEADER]: given } }) =>
			trustProxy !== false && typeof given === 'string' && REQUEST_ID.test(given)
				? given
				: randomUUID(),
		requestTimeout: requestLimitMs,
		http: {
			// Node.js minds the time of a request only where that of its headers is no longer.
			headersTimeout: Math.min(requestLimitMs, HEADERS_LIMIT_MS),
			connectionsCheckingInterval: Math.min(requestLimitMs, CONNECTION_CHECK_MS),
		},
		logger: {
			level: logLevel,
			stream: process.stderr,
			mixin: describeWork,
			redact: ['req.headers.authorization', 'req.headers["x-api-key"]', 'req.headers.cookie'],
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
	// Answers are sent as they are: the tests hold them to the contract, nothing is cut off silently.
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
 * Lets requests without a body have a JSON content type: many clients send that header with everything,
 * a cancel included. Where a body is needed, the contract's check misses it.
 */
function acceptEmptyJson(server: FastifyInstance): void {
	const parseJson = server.getDefaultJsonParser('error', 'error');
	server.removeContentTypeParser('application/json');
	server.addContentTypeParser<string>(
		'application/json',
		{ parseAs: 'string' },
		(request, body, done) => {
			if (body === '') done(null, undefined);
			else if (isNestedTooDeep(body)) done(new ApiError(400, TOO_DEEP), undefined);
			else void parseJson(request, body, (error, value) => done(namePrototype(error, body), value));
		},
	);
}

/** The parser refuses these keys, and calls what has them broken. */
function namePrototype(error: Error | null, body: string): Error | null {
	if (error === null || !isJson(body)) return error;
	return new ApiError(
		400,
		'The request body has a key that no field may have: __proto__, or constructor with prototype in it.',
	);
}

function isJson(text: string): boolean {
	try {
		JSON.parse(text);
		return true;
	} catch {
		return false;
	}
}

// A method, because its parameters may be narrower: each handler knows the contract's request.
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
