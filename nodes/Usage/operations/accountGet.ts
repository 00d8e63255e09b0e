import { bodyJson } from '../../shared/items/records';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyField } from '../../shared/transport/serviceBody';

export const accountGet: RequestOperation = {
	kind: 'request',
	resource: 'account',
	value: 'get',
	name: 'Get',
	action: 'Get account',
	description: 'Get the plan, used credits and remaining credits of the account',
	fields: [],
	prepare: () => ({
		request: { method: 'GET', path: '/account', expects: ['data'] },
		// The fields are not fixed (`api/openapi.yaml`, GET /account): what comes is shown.
		toItems: ({ body }) => [{ json: bodyJson(bodyField(body, 'data')) }],
	}),
};
