import type { INodeProperties } from 'n8n-workflow';
import { readId } from '../fields/locator';
import { optionsField } from '../fields/optionsField';
import { readWaiting, waitForTakenUpJobField, waitingOptions } from '../fields/waiting';
import type { ParameterValues } from '../items/parameterValues';
import type { JobKind } from '../jobs/jobKind';
import type { JobOperation, PreparedJob } from './operation';

interface TakeUpOperation extends Pick<
	JobOperation,
	'resource' | 'action' | 'description' | 'builderHint' | 'latest'
> {
	/** The stable value that saved workflows hold. Default: `getResult`. */
	value?: string;
	kind: JobKind;
	idField: INodeProperties;
	/** How long a job of this kind may take, when the user does not say. */
	timeoutSeconds: number;
	/** The fields that say how its result becomes items. */
	resultFields: readonly INodeProperties[];
	/** The same for the options collection. */
	resultOptions: readonly INodeProperties[];
	/** Entries of the options collection for waiting. Default: those of most kinds. */
	waiting?: readonly INodeProperties[];
	/**
	 * Reads how the result is shown.
	 * @throws InputError
	 */
	readView(values: ParameterValues): Omit<PreparedJob, 'task'>;
}

/** The operation that takes up a job which was started before, by its ID, and gives its result. */
export function takeUpOperation({
	value = 'getResult',
	kind,
	idField,
	timeoutSeconds,
	resultFields,
	resultOptions,
	waiting = waitingOptions(timeoutSeconds),
	readView,
	...description
}: TakeUpOperation): JobOperation {
	return {
		...description,
		kind: 'job',
		value,
		name: kind.takeUpOperation,
		fields: [
			idField,
			waitForTakenUpJobField,
			...resultFields,
			optionsField(resultOptions, waiting),
		],
		prepare: (values) => ({
			task: {
				kind,
				start: { takeUp: readId(values, idField) },
				...readWaiting(values, timeoutSeconds),
			},
			...readView(values),
		}),
	};
}
