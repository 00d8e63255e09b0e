import {
	NodeApiError,
	NodeOperationError,
	type INode,
	type INodeExecutionData,
	type JsonObject,
} from 'n8n-workflow';
import { ServiceError } from '../transport/serviceError';
import { WebDataError } from '../transport/webDataError';

/** Any failure as the error that n8n shows: message and next step as the place that knew wrote them. */
export function toNodeError(
	node: INode,
	error: unknown,
	itemIndex?: number,
): NodeApiError | NodeOperationError {
	const index = itemIndex === undefined ? {} : { itemIndex };
	if (error instanceof ServiceError) {
		const { message, description, facts, details } = error;
		const response: JsonObject = { message, ...details };
		return new NodeApiError(node, response, {
			message,
			description,
			...(facts.status !== undefined && { httpCode: String(facts.status) }),
			...(facts.cause !== undefined && { failure: { cause: facts.cause } }),
			...index,
		});
	}
	if (error instanceof WebDataError) {
		const { message, description } = error;
		return new NodeOperationError(node, message, { description, ...index });
	}
	return new NodeOperationError(node, error instanceof Error ? error : String(error), index);
}

/**
 * The item for the error branch. It contains only `error` and `details`: names other than `error`,
 * `message` and `details` keep an item from that branch (n8n-core 2.41, handleNodeErrorOutput), which adds
 * the fields of the input item and writes these over them. So the next step is within `details`: chat
 * messages and mails have a `message` themselves. An `error` beside `json` would send the item there,
 * too, but n8n then drops everything except its message (normalizeNodeErrors), and with it the job ID.
 */
export function toErrorItem(node: INode, error: unknown, itemIndex: number): INodeExecutionData {
	const nodeError = toNodeError(node, error, itemIndex);
	const details = {
		...(nodeError.description && { nextStep: nodeError.description }),
		...(error instanceof WebDataError && error.details),
	};
	return {
		json: { error: nodeError.message, ...(Object.keys(details).length > 0 && { details }) },
		pairedItem: { item: itemIndex },
	};
}
