import type { FastifyReply, FastifyRequest } from 'fastify';
import type { operations } from '../../../api/generated/types.ts';

/** Name of an operation in the contract. */
export type OperationId = keyof operations;

type JsonBody<Part> = Part extends { content: { 'application/json': infer Body } } ? Body : never;

/** JSON body that the contract requires. */
export type RequestBody<Id extends OperationId> = operations[Id] extends { requestBody: infer Part }
	? JsonBody<Part>
	: undefined;

type Responses<Id extends OperationId> = operations[Id]['responses'];

/** JSON bodies of the contract's successful responses. */
export type ResponseBody<Id extends OperationId> = {
	[Status in keyof Responses<Id> & (200 | 202)]: JsonBody<Responses<Id>[Status]>;
}[keyof Responses<Id> & (200 | 202)];

/** A request that has passed the contract's checks. */
export type OperationRequest<Id extends OperationId> = FastifyRequest<{
	Body: RequestBody<Id>;
	Params: NonNullable<operations[Id]['parameters']['path']>;
	Querystring: NonNullable<operations[Id]['parameters']['query']>;
}>;

/**
 * Handles the requests of one endpoint. It returns the JSON body of the response, or sends something else
 * through `reply` and returns that. Throws `ApiError` to reject a request.
 */
export type Operation<Id extends OperationId> = (
	request: OperationRequest<Id>,
	reply: FastifyReply,
) => Promise<ResponseBody<Id> | FastifyReply>;

/** The endpoints of one module or of all, by operation ID. */
export type Operations = { [Id in OperationId]?: Operation<Id> };
