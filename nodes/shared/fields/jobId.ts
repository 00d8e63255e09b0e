import type { INodeProperties } from 'n8n-workflow';

/** The ID under which a job is read or cancelled. */
export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.jobId }}',
	description: 'ID of the job. Every item and every message about a job includes it.',
};

/** The ID of a batch of jobs. */
export const batchIdField: INodeProperties = {
	...jobIdField,
	displayName: 'Batch ID',
	name: 'batchId',
	placeholder: 'e.g. {{ $json.batchId }}',
	description: 'ID of the batch. Every item and every message about a batch includes it.',
};
