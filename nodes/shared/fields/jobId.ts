import type { INodeProperties } from 'n8n-workflow';
import { readRequiredText, type ParameterValues } from '../items/parameterValues';

/** The ID under which a job is taken up, read or cancelled. */
export const jobIdField: INodeProperties = {
	displayName: 'Job ID',
	name: 'jobId',
	type: 'string',
	required: true,
	default: '',
	placeholder: 'e.g. {{ $json.jobId }}',
	description: 'ID of the job. Every item and every message about a job names it.',
};

export function readJobId(values: ParameterValues): string {
	return readRequiredText(
		values,
		'jobId',
		'Job ID',
		'Enter the ID of a job. If the field holds an expression, check that it gives an ID for this item, e.g. {{ $json.jobId }}.',
	);
}
