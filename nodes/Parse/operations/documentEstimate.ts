import { optionsField } from '../../shared/fields/optionsField';
import { bodyJson } from '../../shared/items/bodyJson';
import type { RequestOperation } from '../../shared/operations/operation';
import { modeField, pageRangeOptions, readParseOptions } from '../documentOptions';
import { readSource, sourceFields } from '../source';
import { storeLargeFile, toSubmitRequest } from '../submitRequest';

export const documentEstimate: RequestOperation = {
	kind: 'request',
	resource: 'document',
	value: 'estimate',
	name: 'Estimate',
	action: 'Estimate the cost of a document',
	description: 'Get the pages and credits that parsing a document would take, without parsing it',
	fields: [...sourceFields, modeField, optionsField(pageRangeOptions)],
	async prepare(values, item) {
		const source = await readSource(values, item);
		const options = { ...readParseOptions(values), dryRun: true };
		return {
			async run(client, signal) {
				const request =
					(await storeLargeFile(source, options, client, signal)) ??
					toSubmitRequest(source, options);
				const { body } = await client.send(request, { signal });
				return [{ json: bodyJson(body) }];
			},
		};
	},
};
