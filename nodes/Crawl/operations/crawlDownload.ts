import { readChoices } from '../../shared/fields/choice';
import { choicesField, namedFields, textField } from '../../shared/fields/field';
import { crawlLocator, readId } from '../../shared/fields/locator';
import { fileNameFrom } from '../../shared/items/fileName';
import { readText } from '../../shared/items/parameterValues';
import type { RequestOperation } from '../../shared/operations/operation';
import { isByteStream } from '../../shared/transport/httpExchange';
import { ServiceError } from '../../shared/transport/serviceError';
import type { ServiceRequest } from '../../shared/transport/serviceRequest';
import { crawlPath, latestCrawl } from '../../shared/jobTypes/crawlJob';

const { include: includeField, binaryPropertyName: outputField } = namedFields({
	include: choicesField(
		['data', 'html', 'markdown'],
		{
			data: 'Data: Extracted data of each page',
			html: 'HTML: Raw HTML of each page',
			markdown: 'Markdown: Markdown of each page',
		},
		'What the ZIP archive contains. With several kinds of files, each page gets a folder.',
		{ displayName: 'Content', required: true },
	),
	binaryPropertyName: textField('The binary field that gets the archive', {
		displayName: 'Output Data Field Name',
		default: 'data',
		placeholder: 'e.g. data',
		hint: 'The name of the output binary field to put the file in',
	}),
});

/** A crawl without a good page has no archive, which the service says as if it did not know the crawl. */
function explainMissing(error: unknown): never {
	if (!(error instanceof ServiceError) || error.facts.outcome !== 'missing') throw error;
	const description =
		"The crawl has no readable page, or the ID is wrong. The operation 'Get Many' of the resource 'Page' shows why pages failed.";
	throw new ServiceError({ ...error.facts, description }, error.details);
}

export const crawlDownload: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'download',
	name: 'Download',
	action: 'Download crawl as ZIP',
	description: 'Get the pages of a crawl as a ZIP archive in a binary field',
	latest: latestCrawl,
	fields: [crawlLocator, includeField, outputField],
	prepare(values) {
		const jobId = readId(values, crawlLocator);
		const include = readChoices(values, includeField);
		const field = readText(values, outputField) || 'data';
		const isAll = include.length === includeField.options.length;
		const request: ServiceRequest = {
			method: 'GET',
			path: `${crawlPath(jobId)}/download`,
			id: jobId,
			answer: 'stream',
			...(!isAll && { query: { include: include.join(',') } }),
		};
		return {
			// Each page of a crawl is an item with its ID: they ask for one archive.
			sharedBy: JSON.stringify(values),
			async run(client, signal) {
				const { body, headers } = await client.send(request, { signal }).catch(explainMissing);
				const fileName = fileNameFrom(headers['content-disposition']) ?? `crawl-${jobId}.zip`;
				const mimeType = 'application/zip';
				const files = isByteStream(body) ? [{ field, fileName, mimeType, stream: body }] : [];
				return [{ json: { jobId, fileName, include }, files }];
			},
		};
	},
};
