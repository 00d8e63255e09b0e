import type { INodeProperties } from 'n8n-workflow';
import type { ParameterValues } from '../../nodes/shared/items/parameterValues';

/** The parameters of an operation as a fresh node has them, with some of them set. */
export function valuesOf(
	{ fields }: { fields: readonly INodeProperties[] },
	set: ParameterValues = {},
): ParameterValues {
	const names = new Set(fields.map(({ name }) => name));
	for (const name of Object.keys(set)) {
		if (!names.has(name)) throw new Error(`The operation has no parameter ${name}`);
	}
	return { ...Object.fromEntries(fields.map((field) => [field.name, field.default])), ...set };
}
