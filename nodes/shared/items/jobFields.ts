import type { IDataObject } from 'n8n-workflow';

const IDS = ['jobId', 'batchId'];

/**
 * The JSON of a job's item with the names of the job at its end: they are the widest columns and the
 * least read.
 * @param jobStatus the service's word for the job's status, for operations that get an earlier job: a
 *   workflow can loop until it is `completed`. A field of that name the item already has stays.
 */
export function moveIdsToEnd(json: IDataObject, jobStatus?: string): IDataObject {
	const isId = ([name]: [string, unknown]) => IDS.includes(name);
	const entries = Object.entries(json);
	const isStatusFree = jobStatus !== undefined && !Object.hasOwn(json, 'jobStatus');
	return Object.fromEntries([
		...entries.filter((entry) => !isId(entry)),
		...(isStatusFree ? [['jobStatus', jobStatus]] : []),
		...entries.filter(isId),
	]) as IDataObject;
}
