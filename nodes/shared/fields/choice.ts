import {
	InputError,
	readTextList,
	showValue,
	type ParameterValues,
} from '../items/parameterValues';
import { choiceField, named, type ChoiceField, type Choices } from './field';

/** How a result becomes items; every node calls it the same. */
export function splitField<T extends string>(
	defaultValue: NoInfer<T>,
	choices: Choices<T>,
): ChoiceField<T> {
	return named(
		'splitInto',
		choiceField(defaultValue, choices, 'What each output item represents', {
			displayName: 'Split Into Items',
			displayOptions: { show: { simplify: [true] } },
		}),
	);
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
	const { displayName, options, required } = field;
	const given = readTextList(values, field);
	const unknown = given.find((entry) => !options.some(({ value }) => value === entry));
	if (unknown !== undefined) {
		const fix = `Choose from ${listChoices(field)}.`;
		throw new InputError(displayName, `contains '${unknown}'`, fix);
	}
	if (given.length === 0 && required === true) {
		throw new InputError(displayName, 'is empty', `Choose at least one of ${listChoices(field)}.`);
	}
	return options.map(({ value }) => value).filter((value) => given.includes(value));
}

function listChoices({ options }: Pick<ChoiceField<string>, 'options'>): string {
	return options.map(({ name, value }) => `${name} (${String(value)})`).join(', ');
}
