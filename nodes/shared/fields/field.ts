import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';
import type { Field } from '../items/parameterValues';

/** A field without its name; with a label only where that is not its name in words. */
type Draft<Own extends INodeProperties = INodeProperties> = Omit<Own, keyof Field> & {
	displayName?: string;
};

/** What a field may have beside its description. */
type Details = Partial<Omit<INodeProperties, 'type' | 'options'>>;

/** A field that offers one of several values, or any of them where its default is a list. */
export interface ChoiceField<
	T extends string,
	Default extends T | T[] = T,
> extends INodeProperties {
	options: Array<INodePropertyOptions & { value: T }>;
	default: Default;
}

/** What a field offers, by the values that saved workflows contain: `Name`, or `Name: description`. */
export type Choices<T extends string> = Readonly<Record<T, string>>;

/** Gives a field its name, and the words of that as its label: `maxJobs` is shown as 'Max Jobs'. */
export function named<Own extends Draft>(name: string, field: Own): Own & Field {
	const words = name.replace(/[A-Z]/g, ' $&');
	return { displayName: words.charAt(0).toUpperCase() + words.slice(1), ...field, name };
}

/** The same for several fields, by their names. */
export function namedFields<Fields extends Record<string, Draft>>(
	fields: Fields,
): { [Name in keyof Fields]: Fields[Name] & Field } {
	const entries = Object.entries(fields).map(([name, field]) => [name, named(name, field)]);
	return Object.fromEntries(entries) as { [Name in keyof Fields]: Fields[Name] & Field };
}

/** A field for text, empty by default. */
export function textField(description: string, details: Details = {}): Draft {
	return { type: 'string', default: '', description, ...details };
}

/** A field for JSON, empty by default. */
export function jsonField(description: string, details: Details = {}): Draft {
	return { type: 'json', default: '', description, ...details };
}

/** A toggle, off by default. */
export function flagField(description: string, details: Details = {}): Draft {
	return { type: 'boolean', default: false, description, ...details };
}

/** @param bounds the least and the most that `readWholeNumber` accepts, and n8n's panel */
export function numberField(
	defaultValue: number,
	description: string,
	[minValue, maxValue]: readonly [least: number, most?: number],
	details: Details = {},
): Draft {
	const typeOptions = { minValue, ...(maxValue !== undefined && { maxValue }) };
	return { type: 'number', typeOptions, default: defaultValue, description, ...details };
}

function toOptions<T extends string>(choices: Choices<T>): ChoiceField<T>['options'] {
	return (Object.entries(choices) as Array<[T, string]>).map(([value, text]) => {
		const [name = '', ...description] = text.split(': ');
		return { name, value, ...(description.length > 0 && { description: description.join(': ') }) };
	});
}

/**
 * A field to choose with; what it offers is also what `readChoice` accepts.
 * @param description empty where the choices say all
 */
export function choiceField<T extends string>(
	defaultValue: NoInfer<T>,
	choices: Choices<T>,
	description: string,
	details: Omit<Details, 'default'> = {},
): Draft<ChoiceField<T>> {
	const options = toOptions(choices);
	const shown = description === '' ? {} : { description };
	return { ...details, type: 'options', options, default: defaultValue, ...shown };
}

/** A field to choose several values with; what it offers is also what `readChoices` accepts. */
export function choicesField<T extends string>(
	defaultValues: Array<NoInfer<T>>,
	choices: Choices<T>,
	description: string,
	details: Omit<Details, 'default'> = {},
): Draft<ChoiceField<T, T[]>> {
	const options = toOptions(choices);
	return { ...details, type: 'multiOptions', options, default: defaultValues, description };
}

function sortByName(entries: readonly INodeProperties[]): INodeProperties[] {
	return [...entries].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
}

/**
 * The collection of optional fields, in the order n8n asks for: by name.
 * @param limits fields of waiting and spending, which are placed together below the others
 */
export function optionsField(
	entries: readonly INodeProperties[],
	limits: readonly INodeProperties[] = [],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...sortByName(entries), ...sortByName(limits)],
	};
}
