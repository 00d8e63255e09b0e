import type { IDataObject } from 'n8n-workflow';
import { jobIdField, readId } from '../../shared/fields/jobId';
import type { RequestOperation } from '../../shared/operations/operation';
import { isRecord } from '../../shared/transport/serviceBody';
import { pathPart } from '../../shared/transport/serviceRequest';
import { toCrawlRecord } from '../crawlRecord';

export const crawlGet: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'get',
	name: 'Get',
	action: 'Get the record of a crawl',
	description: 'Get the configuration and statistics of a crawl, without its pages',
	fields: [jobIdField],
	prepare(values) {
		const jobId = readId(values, jobIdField);
		return {
			request: { method: 'GET', path: `/crawl/job/${pathPart(jobId)}` },
			toItems: ({ body }) => [
				{ json: { jobId, ...(isRecord(body) ? toCrawlRecord(body as IDataObject) : {}) } },
			],
		};
	},
};
