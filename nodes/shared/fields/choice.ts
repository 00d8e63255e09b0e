import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import { InputError } from '../items/inputError';
import { showValue, type ParameterValues } from '../items/parameterValues';

/** A field that offers one of several values. */
export interface ChoiceField<T extends string> extends INodeProperties {
	options: Array<INodePropertyOptions & { value: T }>;
	default: T;
}

/** A field to choose with; what it offers is also what `readChoice` accepts. */
export function choiceField<T extends string>(field: Omit<ChoiceField<T>, 'type'>): ChoiceField<T> {
	return { ...field, type: 'options' };
}

/** How a result becomes items; every node calls it the same. */
export function splitField<T extends string>(
	options: ChoiceField<T>['options'],
	defaultValue: T,
): ChoiceField<T> {
	return choiceField({
		displayName: 'Split Into Items',
		name: 'splitInto',
		displayOptions: { show: { simplify: [true] } },
		options,
		default: defaultValue,
		description: 'What one item of the output stands for',
	});
}

/**
 * Reads a choice; the field's default where none is set.
 * @throws InputError when it is not one of the values that the field offers
 */
export function readChoice<T extends string>(values: ParameterValues, field: ChoiceField<T>): T {
	const { [field.name]: value = field.default } = values;
	const chosen = field.options.find((option) => option.value === value);
	if (chosen) return chosen.value;
	throw new InputError(
		field.displayName,
		`is ${showValue(value)}`,
		`Choose one of ${field.options.map((option) => `${option.name} (${option.value})`).join(', ')}.`,
	);
}
