import type { INodeProperties } from 'n8n-workflow';
import { readId } from '../fields/locator';
import { optionsField } from '../fields/field';
import { readWaiting, waitForEarlierJobField, waitingOptions } from '../fields/waiting';
import type { ParameterValues } from '../items/parameterValues';
import type { JobType } from '../jobs/jobType';
import type { JobOperation, PreparedJob } from './operation';
import { perItem } from './readItems';

interface GetResultOperation extends Pick<
	JobOperation,
	'resource' | 'action' | 'description' | 'builderHint' | 'latest'
> {
	/** The stable value that saved workflows hold. Default: `getResult`. */
	value?: string;
	jobType: JobType;
	idField: INodeProperties;
	/** The fields that say how its result becomes items. */
	resultFields: readonly INodeProperties[];
	/** The same for the options collection. */
	resultOptions: readonly INodeProperties[];
	/** Entries of the options collection for waiting. Default: those of most types. */
	waiting?: readonly INodeProperties[];
	/**
	 * Reads how the result is shown.
	 * @throws InputError
	 */
	readView(values: ParameterValues): Omit<PreparedJob, 'task'>;
}

/** The operation that gets the result of an earlier job by its ID. */
export function getResultOperation({
	value = 'getResult',
	jobType,
	idField,
	resultFields,
	resultOptions,
	waiting = waitingOptions(jobType.timeoutSeconds),
	readView,
	...description
}: GetResultOperation): JobOperation {
	return {
		...description,
		kind: 'job',
		value,
		name: jobType.resultOperation,
		fields: [
			idField,
			waitForEarlierJobField,
			...resultFields,
			optionsField(resultOptions, waiting),
		],
		plan: perItem(({ values }) => ({
			task: {
				jobType,
				start: { resume: readId(values, idField) },
				...readWaiting(values, jobType.timeoutSeconds),
			},
			...readView(values),
		})),
	};
}
