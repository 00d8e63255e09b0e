import { readChoice } from '../../shared/fields/choice';
import { simplifyField } from '../../shared/fields/simplify';
import { batchLocator, readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { showTakenUpBatch } from '../../shared/kinds/batchItems';
import { BATCH_TIMEOUT_SECONDS, batchJobKind, latestBatch } from '../../shared/kinds/batchJob';
import { batchSplitField, readResultView, resultOptions } from '../resultView';

export const batchGetResult: JobOperation = {
	kind: 'job',
	resource: 'batch',
	value: 'getResult',
	name: 'Get Result',
	action: 'Wait for a batch and get its pages',
	description: 'Get a result for each page of a batch that was started before; waits while it runs',
	latest: latestBatch,
	fields: [
		batchLocator,
		waitForTakenUpJobField,
		batchSplitField,
		simplifyField,
		optionsField(resultOptions, waitingOptions(BATCH_TIMEOUT_SECONDS)),
	],
	prepare(values) {
		return {
			task: {
				kind: batchJobKind,
				start: { takeUp: readId(values, batchLocator) },
				...readWaiting(values, BATCH_TIMEOUT_SECONDS),
			},
			...showTakenUpBatch(readResultView(values, readChoice(values, batchSplitField))),
		};
	},
};
