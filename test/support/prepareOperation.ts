import type { InputItem } from '../../nodes/shared/operations/operation';
import type { OutputItem } from '../../nodes/shared/items/outputItem';
import type { ParameterValues } from '../../nodes/shared/items/parameterValues';
import type {
	JobOperation,
	JobAnswer,
	PreparedJob,
	PreparedCalls,
	RequestOperation,
} from '../../nodes/shared/operations/operation';
import { describePages } from '../../nodes/shared/operations/pageReports';
import type { FileToSend } from '../../nodes/shared/transport/fileToSend';
import type { ServiceClient } from '../../nodes/shared/transport/serviceClient';
import type { ServiceAnswer, ServiceRequest } from '../../nodes/shared/transport/serviceRequest';
import { valuesOf } from './operationValues';

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

/** A job of an operation as a fresh node with these parameters has it. */
export async function prepareJob(
	operation: JobOperation,
	set: ParameterValues,
	item = itemWith(),
): Promise<PreparedJob> {
	const values = valuesOf(operation, set);
	const { jobs, refused } = await operation.plan([{ values, item }]);
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
): Promise<unknown[]> {
	return (await prepareJob(operation, set)).toItems(answer).map(({ json }: OutputItem) => json);
}

/** What the run of one job says below its output. */
export function hintsOf(
	{ toPages, toHints }: Pick<PreparedJob, 'toPages' | 'toHints'>,
	answer: JobAnswer,
): string[] {
	return [...describePages(toPages?.(answer) ?? []), ...(toHints?.(answer) ?? [])];
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
	return await operation.prepare(valuesOf(operation, set), item);
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
