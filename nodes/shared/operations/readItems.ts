import { createHash } from 'node:crypto';
import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { withLogin } from '../fields/login';
import { toErrorItem, toNodeError } from '../items/nodeError';
import { type ParameterValues, readGroup, showValue, InputError } from '../items/parameterValues';
import { groupBy } from '../items/records';
import type { ServiceClient } from '../transport/serviceClient';
import type {
	InputItem,
	ItemParameters,
	Operation,
	RefusedItem,
	JobOperation,
	PreparedJob,
} from './operation';
import { LATEST } from '../fields/locator';
import { listingRequest, readListingPage } from '../transport/listing';
import { bodyText } from '../transport/serviceBody';

/** The operation that the node is set to. Resource and operation are the same for all items. */
export function findOperation(
	context: IExecuteFunctions,
	operations: readonly Operation[],
): Operation | undefined {
	const resource = context.getNodeParameter('resource', 0, '');
	const value = context.getNodeParameter('operation', 0);
	return operations.find(
		(operation) =>
			operation.value === value &&
			(operation.resource === undefined || operation.resource === resource),
	);
}

/** The parameters of all fields for one item, expressions resolved, with the login that they name. */
export async function readParameters(
	context: IExecuteFunctions,
	fields: readonly INodeProperties[],
	itemIndex: number,
): Promise<ParameterValues> {
	const values = Object.fromEntries(
		fields.map(({ name, type, default: defaultValue }) => [
			name,
			context.getNodeParameter(name, itemIndex, defaultValue, {
				extractValue: type === 'resourceLocator',
			}),
		]),
	);
	return await withLogin(context, values, itemIndex);
}

/**
 * Services distinguish formats by name too: a file without one gets a name, and a name without an
 * extension the one that n8n knows.
 */
function fileNameOf(fileName: string | undefined, extension: string | undefined): string {
	const name = fileName || 'document';
	return extension && !/\.[^.]+$/.test(name) ? `${name}.${extension}` : name;
}

/** An input item as n8n holds it. Files are opened by stream, never read whole. */
function inputItem(context: IExecuteFunctions, index: number): InputItem {
	return {
		index,
		json: context.getInputData()[index]?.json ?? {},
		timezone: context.getTimezone(),
		fileFields: Object.keys(context.getInputData()[index]?.binary ?? {}),
		async file(field) {
			const binary = context.helpers.assertBinaryData(index, field);
			const { id } = binary;
			if (id === undefined) {
				// n8n's in-memory mode keeps the file in the item, as base64.
				const buffer = Buffer.from(binary.data, 'base64');
				return {
					contentId: createHash('sha256').update(buffer).digest('hex'),
					fileName: fileNameOf(binary.fileName, binary.fileExtension),
					mimeType: binary.mimeType,
					sizeBytes: buffer.length,
					open: async () => [buffer],
				};
			}
			const metadata = await context.helpers.getBinaryMetadata(id);
			return {
				contentId: id,
				fileName: fileNameOf(binary.fileName ?? metadata.fileName, binary.fileExtension),
				mimeType: binary.mimeType,
				sizeBytes: metadata.fileSize,
				open: async () => await context.helpers.getBinaryStream(id),
			};
		},
	};
}

/** Reads the parameters of every input item before the first request is sent. */
export async function readItems(
	context: IExecuteFunctions,
	operation: Operation,
	client: ServiceClient,
): Promise<{ read: ItemParameters[]; refused: RefusedItem[] }> {
	const resolve = latestJobResolver(operation, client, context.getExecutionCancelSignal());
	const check = runOptionsCheck(operation);
	const items = context.getInputData().map((_json, index) => ({ item: inputItem(context, index) }));
	return await readEach(items, async ({ item }) => {
		const values = await resolve(await readParameters(context, operation.fields, item.index));
		check(values);
		return { item, values };
	});
}

/**
 * Makes something of every item.
 * @returns what could be made, and the items that can't be used
 */
export async function readEach<Source extends { item: InputItem }, T>(
	sources: readonly Source[],
	make: (source: Source) => T | Promise<T>,
): Promise<{ read: T[]; refused: RefusedItem[] }> {
	const read: T[] = [];
	const refused: RefusedItem[] = [];
	for (const source of sources) {
		try {
			read.push(await make(source));
		} catch (error) {
			refused.push({ itemIndex: source.item.index, error });
		}
	}
	return { read, refused };
}

/**
 * The error items of input items that can't be used.
 * @throws the error of the first of them, unless the node continues on errors
 */
export function refusedItems(
	context: IExecuteFunctions,
	refused: readonly RefusedItem[],
): INodeExecutionData[] {
	const node = context.getNode();
	const sorted = [...refused].sort((a, b) => a.itemIndex - b.itemIndex);
	if (sorted[0] && !context.continueOnFail()) {
		throw toNodeError(node, sorted[0].error, sorted[0].itemIndex);
	}
	return sorted.map(({ error, itemIndex }) => toErrorItem(node, error, itemIndex));
}

/**
 * Puts the ID of the newest job where parameters say 'Latest'. It is looked up once, so that all
 * items of a run mean the same job.
 * @throws InputError when there is no job yet
 */
function latestJobResolver(
	{ latest, fields }: Operation,
	client: ServiceClient,
	signal: AbortSignal | undefined,
): (values: ParameterValues) => Promise<ParameterValues> {
	let found: Promise<string> | undefined;
	return async (values) => {
		if (!latest || values[latest.field] !== LATEST) return values;
		const { field, listing } = latest;
		const label = fields.find(({ name }) => name === field)?.displayName ?? field;
		const request = listingRequest(listing, { page: 1, limit: listing.maxPageSize });
		found ??= client.send(request, { signal }).then(({ body }) => {
			const { rows } = readListingPage(listing, body);
			const id = bodyText(rows[0], listing.idField);
			if (id !== undefined) return id;
			throw new InputError(label, 'is Latest, but there is none yet', 'Start one first.');
		});
		return { ...values, [field]: await found };
	};
}

/** Options that hold for all jobs of an execution, whichever input item they are for. */
const RUN_OPTIONS = [
	'cancelOnStop',
	'estimateOnly',
	'maxConcurrentJobs',
	'maxCredits',
	'maxJobs',
	'sendAs',
];

/**
 * Checks that options for the whole execution say the same for every input item: an expression can
 * give each its own, of which only one could hold.
 * @returns a check of one item's parameters, which throws an InputError when they differ from those of
 * the first that was checked
 */
function runOptionsCheck({ fields }: Operation): (values: ParameterValues) => void {
	const { options = [] } = fields.find((field) => field.name === 'options') ?? {};
	const entries = options as readonly INodeProperties[];
	let first: ParameterValues | undefined;
	return (values) => {
		const given = readGroup(values, 'options');
		first ??= given;
		for (const name of RUN_OPTIONS) {
			const [value, expected] = [given[name], first[name]].map((set) => set ?? '');
			if (value === expected) continue;
			throw new InputError(
				entries.find((entry) => entry.name === name)?.displayName ?? name,
				`is ${showValue(value)} for this input item, and ${showValue(expected)} for another`,
				'It applies to all input items at once. Use a single value, or run the node once for each group of items.',
			);
		}
	};
}

/**
 * The plan of operations with a job for each input item. Items that ask for the same, or for the same
 * earlier job in the same way, share one.
 * @param prepare reads and checks the parameters of one item, or throws an InputError
 */
export function perItem(
	prepare: (parameters: ItemParameters) => PreparedJob | Promise<PreparedJob>,
): JobOperation['plan'] {
	return async (items) => {
		const { read, refused } = await readEach(items, async (parameters) => {
			const job = await prepare(parameters);
			const isEarlier = 'resume' in job.task.start;
			const value = isEarlier ? { ...job, sharedBy: JSON.stringify(parameters.values) } : job;
			return { itemIndex: parameters.item.index, value };
		});
		const jobs = groupShared(read).map(({ value, itemIndexes }) => ({ ...value, itemIndexes }));
		return { jobs, refused };
	};
}

/** What items share, once, in the order of the first of them. */
export function groupShared<T extends { sharedBy?: string }>(
	items: ReadonlyArray<{ itemIndex: number; value: T }>,
): Array<{ value: T; itemIndexes: number[] }> {
	const groups = groupBy(items, ({ itemIndex, value }) => value.sharedBy ?? itemIndex);
	return groups.map((group) => ({
		value: group[0].value,
		itemIndexes: group.map(({ itemIndex }) => itemIndex),
	}));
}
