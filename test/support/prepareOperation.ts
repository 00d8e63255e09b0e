import type { IDataObject } from 'n8n-workflow';
import type { OutputItem } from '../../nodes/shared/items/outputItem';
import type { ParameterValues } from '../../nodes/shared/items/parameterValues';
import type {
	InputItem,
	ItemParameters,
	JobAnswer,
	JobOperation,
	JobPlan,
	Operation,
	PlannedJob,
	PreparedCalls,
	PreparedJob,
	RequestOperation,
} from '../../nodes/shared/operations/operation';
import { describePages } from '../../nodes/shared/operations/pageReports';
import { toFormData, type FileToSend } from '../../nodes/shared/transport/fileToSend';
import type { ServiceClient } from '../../nodes/shared/transport/serviceClient';
import type { ServiceAnswer, ServiceRequest } from '../../nodes/shared/transport/serviceRequest';
import { holdItems, holdRequest, noteOwnNames, type ItemSource } from './heldToContract';
import { valuesOf } from './operationValues';
import { itemSourceOf, operationsOf, packageNodes } from './packageNodes';

/** An input item without files, with one in the field `data`, or with some by their fields. */
export function itemWith(
	given: FileToSend | Readonly<Record<string, FileToSend>> = {},
	index = 0,
	timezone = 'UTC',
): InputItem {
	const files = new Map(Object.entries('open' in given ? { data: given as FileToSend } : given));
	return {
		index,
		json: {},
		timezone,
		fileFields: [...files.keys()],
		async file(field) {
			const file = files.get(field);
			if (file) return file;
			throw new Error(`This item has no file '${field}'`);
		},
	};
}

/** The node that an operation belongs to, by its action, which no other has; undefined for one of the tests. */
function sourceOf(
	{ resource, value, action }: Operation,
	values: ParameterValues,
): ItemSource | undefined {
	const node = packageNodes.find((candidate) =>
		operationsOf(candidate).some((place) => place.operation === value && place.action === action),
	);
	return node && itemSourceOf(node, { ...values, resource, operation: value });
}

/** Holds requests of a test without a fake service to the contract, too. */
function holdServiceRequest({ method, path, query, body, form }: ServiceRequest): void {
	holdRequest({ method, path, query, body: form ? toFormData(form) : body });
}

function holdOutput(
	source: ItemSource | undefined,
	{ answers, inputs, items }: { answers: unknown[]; inputs: unknown; items: OutputItem[] },
): OutputItem[] {
	noteOwnNames([answers, inputs]);
	const json = items.map((item) => item.json);
	if (source) holdItems(source, json);
	return items;
}

/** The jobs of an operation for these items. Their requests and what they make of answers are held to the contract. */
export async function planJobs(
	operation: JobOperation,
	parameters: readonly ItemParameters[],
): Promise<JobPlan> {
	const plan = await operation.plan(parameters);
	const source = sourceOf(operation, parameters[0]?.values ?? {});
	const inputs = parameters.map(({ item }) => item.json);
	const hold = ({ body, collected }: JobAnswer, items: OutputItem[]) =>
		holdOutput(source, { answers: [body, collected], inputs, items });
	const jobs = plan.jobs.map((job): PlannedJob => {
		const { toItems, toUnfinishedItems } = job;
		const { start } = job.task;
		if ('submit' in start && !start.complete) holdServiceRequest(start.submit);
		return {
			...job,
			toItems: (answer) => hold(answer, toItems(answer)),
			...(toUnfinishedItems && {
				toUnfinishedItems: (answer) => hold(answer, toUnfinishedItems(answer)),
			}),
		};
	});
	return { ...plan, jobs };
}

/** A job of an operation as a fresh node with these parameters has it. */
export async function prepareJob(
	operation: JobOperation,
	set: ParameterValues,
	item = itemWith(),
): Promise<PreparedJob> {
	const values = valuesOf(operation, set);
	const { jobs, refused } = await planJobs(operation, [{ values, item }]);
	if (refused[0]) throw refused[0].error;
	if (!jobs[0]) throw new Error('The operation starts no job');
	return jobs[0];
}

/** The body that starts the job. */
export async function bodyOf(operation: JobOperation, set: ParameterValues): Promise<unknown> {
	const { start } = (await prepareJob(operation, set)).task;
	return 'submit' in start ? start.submit.body : undefined;
}

/** The JSON of the items of a completed job. */
export async function jsonOf(
	operation: JobOperation,
	set: ParameterValues,
	answer: JobAnswer,
): Promise<IDataObject[]> {
	return (await prepareJob(operation, set)).toItems(answer).map(({ json }: OutputItem) => json);
}

/** What the run of one job says below its output. */
export function hintsOf({ report }: Pick<PreparedJob, 'report'>, answer: JobAnswer): string[] {
	const { pages = [], hints = [] } = report?.(answer) ?? {};
	return [...describePages(pages), ...hints];
}

/** What an operation without jobs gives for these answers of the service, one after the other. */
export async function runCalls(
	operation: RequestOperation,
	set: ParameterValues = {},
	...answers: ServiceAnswer[]
): Promise<{ items: OutputItem[]; requests: ServiceRequest[] }> {
	return await runPrepared(await prepareCalls(operation, set), (page) => answers[page - 1]);
}

/** The same of calls that are prepared; without an answer, there is no further request. */
export async function runPrepared(
	{ run }: PreparedCalls,
	answerAt: (count: number) => ServiceAnswer | undefined,
): Promise<{ items: OutputItem[]; requests: ServiceRequest[] }> {
	const requests: ServiceRequest[] = [];
	const send = async (request: ServiceRequest) => {
		requests.push(request);
		const answer = answerAt(requests.length);
		if (!answer) throw new Error(`Nobody answers request ${requests.length}`);
		return answer;
	};
	return { items: await run({ send } as unknown as ServiceClient, undefined), requests };
}

export async function prepareCalls(
	operation: RequestOperation,
	set: ParameterValues = {},
	item = itemWith(),
): Promise<PreparedCalls> {
	const values = valuesOf(operation, set);
	const prepared = await operation.prepare(values, item);
	const source = sourceOf(operation, values);
	return {
		...prepared,
		async run(client, signal, say) {
			const answers: unknown[] = [];
			const { send } = client;
			client.send = async (request, options) => {
				holdServiceRequest(request);
				const answer = await send.call(client, request, options);
				answers.push(answer.body);
				return answer;
			};
			const items = await prepared.run(client, signal, say);
			return holdOutput(source, { answers, inputs: item.json, items });
		},
	};
}

/** The first request of an operation without jobs. */
export async function requestOf(
	operation: RequestOperation,
	set: ParameterValues = {},
	item = itemWith(),
): Promise<ServiceRequest> {
	const { run } = await prepareCalls(operation, set, item);
	const requests: ServiceRequest[] = [];
	const send = async (request: ServiceRequest) => {
		requests.push(request);
		return await Promise.reject(new Error('No answer'));
	};
	await run({ send } as unknown as ServiceClient, undefined).catch(() => undefined);
	if (!requests[0]) throw new Error('The operation sends nothing');
	return requests[0];
}

/** An answer of the service. */
export function answerOf(body: unknown, headers: ServiceAnswer['headers'] = {}): ServiceAnswer {
	return { status: 200, headers, body };
}

/** What refuses the parameters: the message, then what to do. */
export async function refusalOf(
	operation: JobOperation | RequestOperation,
	set: ParameterValues,
): Promise<string> {
	const prepare = async () =>
		operation.kind === 'request'
			? await operation.prepare(valuesOf(operation, set), itemWith())
			: await prepareJob(operation, set);
	return await prepare().then(
		() => 'accepted',
		(error: { message: string; description: string }) => `${error.message}. ${error.description}`,
	);
}
