import { callService, type CallTarget } from './callService';
import { validateResponse } from './validateResponse';

/** Asks for a document to be parsed; the answer is held to the contract. */
export async function submitParse(service: CallTarget, request: object) {
	const { status, body } = await callService(service, 'POST', '/parse', request);
	validateResponse('submitParse', status, body);
	return { status, body: Object(body) };
}
