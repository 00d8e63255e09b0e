import { jobIdField } from '../../shared/fields/jobId';
import { readId } from '../../shared/fields/locator';
import { optionsField } from '../../shared/fields/optionsField';
import { waitForTakenUpJobField, waitingOptions } from '../../shared/fields/waiting';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { describeDocument, toParseItems } from '../parseItems';
import { asParseJob, PARSE_TIMEOUT_SECONDS, parseJobKind } from '../parseJob';
import { parseResultFields, parseResultOptions, readParseView } from '../parseView';

export const documentGetResult: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'getResult',
	name: 'Get Result',
	action: 'Wait for a document and get its result',
	description: 'Get the result of a document whose parsing was started before; waits while it runs',
	builderHint: 'Only for a document that another node or run started.',
	fields: [
		jobIdField,
		waitForTakenUpJobField,
		...parseResultFields,
		optionsField([...parseResultOptions, ...waitingOptions(PARSE_TIMEOUT_SECONDS)]),
	],
	prepare(values) {
		const jobId = readId(values, jobIdField);
		const view = readParseView(values);
		const withPages = view.splitInto === 'page' && view.isSimplified;
		const { statusRequest } = parseJobKind;
		return {
			task: {
				kind: parseJobKind,
				start: { takeUp: jobId },
				...readWaiting(values, PARSE_TIMEOUT_SECONDS),
			},
			// Pages that were not asked for at the submit come only on request (reference, GET /parse/{jobId}).
			...(withPages && {
				collect: {
					request: (id: string) => ({ ...statusRequest(id), query: { pages: true } }),
					isOptional: () => true,
				},
			}),
			toItems: (answer) => toParseItems(asParseJob(answer), view),
			toHints: (answer) => describeDocument(asParseJob(answer), view),
		};
	},
};
