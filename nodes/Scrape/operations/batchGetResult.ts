import { readChoice } from '../../shared/fields/choice';
import { simplifyField } from '../../shared/fields/simplify';
import { batchIdField } from '../../shared/fields/jobId';
import { readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { showTakenUpBatch } from '../../shared/kinds/batchItems';
import { BATCH_TIMEOUT_SECONDS, batchJobKind } from '../../shared/kinds/batchJob';
import { batchSplitField, readResultView, resultOptions } from '../resultView';

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
		batchSplitField,
		simplifyField,
		optionsField([...resultOptions, ...waitingOptions(BATCH_TIMEOUT_SECONDS)]),
	],
	prepare(values) {
		return {
			task: {
				kind: batchJobKind,
				start: { takeUp: readId(values, batchIdField) },
				...readWaiting(values, BATCH_TIMEOUT_SECONDS),
			},
			...showTakenUpBatch(readResultView(values, readChoice(values, batchSplitField))),
		};
	},
};
