import type { JobOperation, PlannedJob } from '../../shared/operations/operation';
import { parseFields, planDocuments, type DocumentDemand } from '../documentDemand';
import { describeDocument, toParseItems } from '../parseItems';
import { asParseJob, parseJobType } from '../parseJob';
import { storeLargeFile, toSubmitRequest } from '../submitRequest';

function toJob({ itemIndex, source, waiting, view, ...demand }: DocumentDemand): PlannedJob {
	const options = { ...demand.options, wait: waiting.isWaitedFor };
	const submit = toSubmitRequest(source, options);
	return {
		itemIndexes: [itemIndex],
		task: {
			jobType: parseJobType,
			start: {
				submit,
				complete: async (client, signal) =>
					(await storeLargeFile(source, options, client, signal)) ?? submit,
			},
			...waiting,
		},
		toItems: (answer) => toParseItems(asParseJob(answer), view),
		report: (answer) => ({ hints: describeDocument(asParseJob(answer), view) }),
	};
}

export const documentParse: JobOperation = {
	kind: 'job',
	resource: 'document',
	value: 'parse',
	name: 'Parse',
	action: 'Parse document',
	description:
		'Turn a PDF, Word, Excel, PowerPoint or other document into Markdown, and extract fields from it',
	agentDescription:
		'Read a document (PDF, Word, Excel, PowerPoint, image and more) by its link or file ID. Returns its text as Markdown. To get data instead, give the fields as names separated by commas, e.g. invoiceNumber, date, total. For anything else, give a prompt.',
	builderHint:
		'The usual choice, for one document or all attachments of an item. Choose One Record for the fields of an invoice, Rows of a List for the lines of an invoice or table.',
	fields: parseFields(parseJobType),
	plan: planDocuments(parseJobType, (documents) => documents.map(toJob)),
};
