import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import {
	InputError,
	showValue,
	type ParameterValues,
	readTextList,
} from '../items/parameterValues';

/** A field that offers one of several values, or any of them where its default is a list. */
export interface ChoiceField<
	T extends string,
	Default extends T | T[] = T,
> extends INodeProperties {
	options: Array<INodePropertyOptions & { value: T }>;
	default: Default;
}

/** A field to choose with; what it offers is also what `readChoice` accepts. */
export function choiceField<T extends string>(field: Omit<ChoiceField<T>, 'type'>): ChoiceField<T> {
	return { ...field, type: 'options' };
}

/** A field to choose several values with; what it offers is also what `readChoices` accepts. */
export function choicesField<T extends string>(
	field: Omit<ChoiceField<T, T[]>, 'type'>,
): ChoiceField<T, T[]> {
	return { ...field, type: 'multiOptions' };
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
		description: 'What each output item represents',
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
		`Choose one of ${listChoices(field)}.`,
	);
}

/**
 * Reads the values that were chosen, in the order of the field: from a list, or from text with commas
 * between them.
 * @throws InputError when one is not among those that the field offers, or a required field has none
 */
export function readChoices<T extends string>(
	values: ParameterValues,
	field: ChoiceField<T, T[]>,
): T[] {
	const given = readTextList(values[field.name], field.displayName);
	const unknown = given.find((entry) => !field.options.some(({ value }) => value === entry));
	if (unknown !== undefined) {
		throw new InputError(
			field.displayName,
			`contains '${unknown}'`,
			`Choose from ${listChoices(field)}.`,
		);
	}
	if (given.length === 0 && field.required === true) {
		throw new InputError(
			field.displayName,
			'is empty',
			`Choose at least one of ${listChoices(field)}.`,
		);
	}
	return field.options.map(({ value }) => value).filter((value) => given.includes(value));
}

function listChoices({ options }: Pick<ChoiceField<string>, 'options'>): string {
	return options.map(({ name, value }) => `${name} (${String(value)})`).join(', ');
}
