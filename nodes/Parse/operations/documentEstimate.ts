import { optionsField } from '../../shared/fields/field';
import { bodyJson } from '../../shared/items/records';
import type { OutputItem } from '../../shared/items/outputItem';
import type { RequestOperation } from '../../shared/operations/operation';
import { bodyText } from '../../shared/transport/serviceBody';
import { modeField, pageRangeOptions, readParseOptions } from '../documentOptions';
import { readSources, sourceFields } from '../source';
import { storeLargeFile, toSubmitRequest } from '../submitRequest';

export const documentEstimate: RequestOperation = {
	kind: 'request',
	resource: 'document',
	value: 'estimate',
	name: 'Estimate',
	action: 'Preview cost of document',
	description:
		'Get the number of pages and credits that parsing would take. Files over 50 MB are stored for this, and the item then includes the file ID.',
	fields: [...sourceFields, optionsField([modeField, ...pageRangeOptions])],
	async prepare(values, item) {
		const sources = await readSources(values, item);
		const options = { ...readParseOptions(values, { get: 'answer' }), dryRun: true };
		return {
			async run(client, signal) {
				const items: OutputItem[] = [];
				for (const source of sources) {
					const stored = await storeLargeFile(source, options, client, signal);
					const request = stored ?? toSubmitRequest(source, options);
					const { body } = await client.send({ ...request, expects: ['totalPages'] }, { signal });
					// A large file is stored for its estimate: its ID saves sending it again to be parsed.
					const fileId = stored && bodyText(stored.body, 'fileId');
					items.push({ json: { ...bodyJson(body), ...(fileId !== undefined && { fileId }) } });
				}
				return items;
			},
		};
	},
};
