import { choicesField, readChoices } from '../../shared/fields/choice';
import { crawlLocator, readId } from '../../shared/fields/locator';
import { fileNameFrom } from '../../shared/items/fileName';
import { readText } from '../../shared/items/parameterValues';
import type { RequestOperation } from '../../shared/operations/operation';
import { isByteStream } from '../../shared/transport/httpExchange';
import { crawlPath, latestCrawl } from '../../shared/jobTypes/crawlJob';

const includeField = choicesField({
	displayName: 'Content',
	name: 'include',
	required: true,
	options: [
		{ name: 'Data', value: 'data', description: 'Extracted data of each page' },
		{ name: 'HTML', value: 'html', description: 'Raw HTML of each page' },
		{ name: 'Markdown', value: 'markdown', description: 'Markdown of each page' },
	],
	default: ['data', 'html', 'markdown'],
	description:
		'What the ZIP archive contains. With one kind of file there are no folders; with several, each page has one.',
});

export const crawlDownload: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'download',
	name: 'Download',
	action: 'Download crawl as ZIP',
	description: 'Get the pages of a crawl as a ZIP archive in a binary field',
	latest: latestCrawl,
	fields: [
		crawlLocator,
		includeField,
		{
			displayName: 'Output Data Field Name',
			name: 'binaryPropertyName',
			type: 'string',
			default: 'data',
			placeholder: 'e.g. data',
			description: 'The binary field that gets the archive',
			hint: 'The name of the output binary field to put the file in',
		},
	],
	prepare(values) {
		const jobId = readId(values, crawlLocator);
		const include = readChoices(values, includeField);
		const field = readText(values, 'binaryPropertyName', 'Output Data Field Name') || 'data';
		const isAll = include.length === includeField.options.length;
		return {
			// Each page of a crawl is an item with its ID: they ask for one archive.
			sharedBy: JSON.stringify(values),
			request: {
				method: 'GET',
				path: `${crawlPath(jobId)}/download`,
				answer: 'stream',
				...(!isAll && { query: { include: include.join(',') } }),
			},
			advice: {
				404: "The crawl has no page that could be read, or the ID is wrong. The operation 'Get Many' of the resource 'Page' shows why pages failed.",
			},
			toItems({ body, headers }) {
				const fileName = fileNameFrom(headers['content-disposition']) ?? `crawl-${jobId}.zip`;
				const mimeType = 'application/zip';
				const files = isByteStream(body) ? [{ field, fileName, mimeType, stream: body }] : [];
				return [{ json: { jobId, fileName, include }, files }];
			},
		};
	},
};
