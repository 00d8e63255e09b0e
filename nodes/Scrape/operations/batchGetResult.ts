import { batchIdField, readId } from '../../shared/fields/jobId';
import { optionsField } from '../../shared/fields/optionsField';
import { downloadScreenshotsOption } from '../../shared/fields/screenshots';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { describeBatch, toBatchEntryItems } from '../batchItems';
import { BATCH_TIMEOUT_SECONDS, batchJobKind, readBatchEntries } from '../batchJob';
import { batchResultFields, readBatchView } from '../batchView';

export const batchGetResult: JobOperation = {
	kind: 'job',
	resource: 'batch',
	value: 'getResult',
	name: 'Get Result',
	action: 'Get the result of a batch',
	description:
		'Take up a batch by its ID: return a result per page, or its status while it runs, or wait for it',
	fields: [
		batchIdField,
		waitForTakenUpJobField,
		...batchResultFields,
		optionsField([downloadScreenshotsOption, ...waitingOptions(BATCH_TIMEOUT_SECONDS)]),
	],
	prepare(values) {
		const view = readBatchView(values);
		return {
			task: {
				kind: batchJobKind,
				start: { takeUp: readId(values, batchIdField) },
				...readWaiting(values, BATCH_TIMEOUT_SECONDS),
			},
			toItems: ({ jobId, body }) =>
				readBatchEntries(body).flatMap((entry) => toBatchEntryItems(jobId, entry, view)),
			toHints: ({ body }) => describeBatch(readBatchEntries(body)),
		};
	},
};
