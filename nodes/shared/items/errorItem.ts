import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';

/** `jobId: j-1, status: failed` */
function describeDetails(details: unknown): string {
	const entries = isRecord(details) ? Object.entries(details) : [];
	return entries.map(([name, value]) => `${name}: ${String(value)}`).join(', ');
}

/** Without `message`: the next step goes to the details, or after the error when these are taken. */
function withoutMessage({ error, message, details }: IDataObject, areDetailsFree: boolean) {
	return areDetailsFree
		? { error, details: { nextStep: message, ...(isRecord(details) && details) } }
		: { error: `${String(error)}. ${String(message)}`, ...(details !== undefined && { details }) };
}

/** Without `details`: job ID and status go after the error. */
function withoutDetails({ details, error, ...others }: IDataObject): IDataObject {
	return { error: `${String(error)} (${describeDetails(details)})`, ...others };
}

/**
 * An error item that leaves its input item's own fields alone. n8n sends error items to the error
 * branch with the input's fields, over which it writes `message` and `details` (n8n-core 2.41,
 * handleNodeErrorOutput); chat messages and mails have a `message` of their own. Nothing is lost: what
 * has no place of its own stands with the rest.
 * @param json of the error item
 */
export function yieldToInput(json: IDataObject, input: IDataObject): IDataObject {
	const isTaken = (name: string) => name in json && Object.hasOwn(input, name);
	const freed = isTaken('message') ? withoutMessage(json, !Object.hasOwn(input, 'details')) : json;
	return isTaken('details') ? withoutDetails(freed) : freed;
}

const ERROR_FIELDS = ['error', 'message', 'details'];

/** Whether n8n sends an item to the error branch. */
function isErrorItem({ json }: INodeExecutionData): boolean {
	return Boolean(json.error) && Object.keys(json).every((name) => ERROR_FIELDS.includes(name));
}

/** The output of a node with an error branch: its error items leave the fields of their input alone. */
export function keepInputFields(
	items: readonly INodeExecutionData[],
	inputs: readonly INodeExecutionData[],
): INodeExecutionData[] {
	return items.map((item) => {
		const { pairedItem } = item;
		const input =
			typeof pairedItem === 'object' && 'item' in pairedItem ? inputs[pairedItem.item] : undefined;
		return input && isErrorItem(item)
			? { ...item, json: yieldToInput(item.json, input.json) }
			: item;
	});
}
