import type { IDataObject } from 'n8n-workflow';
import type { OutputItem } from '../items/outputItem';
import type { JobType } from '../jobs/jobType';
import type { JobResult } from '../jobs/jobTask';
import { bodyField } from '../transport/serviceBody';

/**
 * The item of a job that goes on at the service: what gets its result later, how far it is, and what the
 * answer to its submit warned of.
 */
export function toUnfinishedItem(
	jobType: JobType,
	result: JobResult,
	subject: IDataObject = {},
): OutputItem {
	const { jobId, body } = result;
	const state = jobType.readState(body);
	const warnings = bodyField(body, 'schema_warnings');
	return {
		json: {
			...subject,
			[jobType.idName]: jobId,
			jobStatus: state.status,
			...(state.progress !== undefined && { progress: state.progress }),
			...(result.type === 'unfinished' && result.isTimedOut && { timedOut: true }),
			...(Array.isArray(warnings) &&
				warnings.length > 0 && { schema_warnings: warnings as IDataObject[] }),
		},
	};
}
