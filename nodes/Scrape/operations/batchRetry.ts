import { batchIdField, readId } from '../../shared/fields/jobId';
import { optionsField } from '../../shared/fields/optionsField';
import { downloadScreenshotsOption } from '../../shared/fields/screenshots';
import {
	cancelOnStopOption,
	waitForCompletionField,
	waitingOptions,
} from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { describeBatch, toBatchEntryItems } from '../batchItems';
import { BATCH_TIMEOUT_SECONDS, batchJobKind, batchPath, readBatchEntries } from '../batchJob';
import { batchResultFields, readBatchView } from '../batchView';

export const batchRetry: JobOperation = {
	kind: 'job',
	resource: 'batch',
	value: 'retry',
	name: 'Retry',
	action: 'Retry the failed pages of a batch',
	description: 'Scrape the pages of a batch again that failed, and return a result per page',
	fields: [
		batchIdField,
		waitForCompletionField,
		...batchResultFields,
		optionsField([
			cancelOnStopOption,
			downloadScreenshotsOption,
			...waitingOptions(BATCH_TIMEOUT_SECONDS),
		]),
	],
	prepare(values) {
		const batchId = readId(values, batchIdField);
		const view = readBatchView(values);
		return {
			task: {
				// The answer names no ID: it is the same batch that runs again.
				kind: { ...batchJobKind, readId: () => batchId },
				start: { submit: { method: 'POST', path: `${batchPath(batchId)}/retry` } },
				...readWaiting(values, BATCH_TIMEOUT_SECONDS),
			},
			toItems: ({ body }) =>
				readBatchEntries(body).flatMap((entry) => toBatchEntryItems(batchId, entry, view)),
			toHints: ({ body }) => describeBatch(readBatchEntries(body)),
		};
	},
};
