import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../items/inputError';
import { readGroup, showValue, type ParameterValues } from '../items/parameterValues';
import type { Operation } from './operation';

/** Options that hold for all jobs of an execution, whichever input item they are for. */
const RUN_OPTIONS = [
	'cancelOnStop',
	'estimateOnly',
	'maxConcurrentJobs',
	'maxCredits',
	'maxJobs',
	'sendAs',
];

function labelOf({ fields }: Operation, name: string): string {
	const { options = [] } = fields.find((field) => field.name === 'options') ?? {};
	const entries = options as readonly INodeProperties[];
	return entries.find((entry) => entry.name === name)?.displayName ?? name;
}

/**
 * Checks that options for the whole execution say the same for every input item: an expression can
 * give each its own, of which only one could hold.
 * @returns a check of one item's parameters, which throws an InputError when they differ from those of
 * the first that was checked
 */
export function runOptionsCheck(operation: Operation): (values: ParameterValues) => void {
	let first: ParameterValues | undefined;
	return (values) => {
		const options = readGroup(values, 'options');
		first ??= options;
		for (const name of RUN_OPTIONS) {
			const [value, expected] = [options[name], first[name]].map((given) => given ?? '');
			if (value === expected) continue;
			throw new InputError(
				labelOf(operation, name),
				`is ${showValue(value)}, and for another input item ${showValue(expected)}`,
				'It applies to all input items at once: use one value, or run the node once for each group of items.',
			);
		}
	};
}
