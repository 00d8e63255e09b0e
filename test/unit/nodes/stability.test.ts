import type { IDisplayOptions, INodeProperties } from 'n8n-workflow';
import { packageCredentials, packageNodes } from '../../support/packageNodes';

/** `(a, b)` for selectors, empty for everything else. */
function choicesOf({ options = [] }: INodeProperties): string {
	const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	return values.length > 0 ? `(${values.sort().join(', ')})` : '';
}

/** Conditions besides resource and operation, which the place names. */
function conditionsOf({ show = {}, hide = {} }: IDisplayOptions = {}): string {
	const shown = Object.entries(show).filter(([name]) => !['resource', 'operation'].includes(name));
	const parts = [
		...shown.map(([name, values]) => `${name}=${JSON.stringify(values)}`),
		...Object.entries(hide).map(([name, values]) => `${name}!=${JSON.stringify(values)}`),
	];
	return parts.length > 0 ? ` when ${parts.join(' and ')}` : '';
}

function describeProperty(property: INodeProperties, place: string): string[] {
	const { name, type, default: defaultValue, displayOptions, options = [] } = property;
	const path = `${place}${name}`;
	const isRequired = property.required === true ? ', required' : '';
	const line = `${path}: ${type}${choicesOf(property)} = ${JSON.stringify(defaultValue)}${isRequired}${conditionsOf(displayOptions)}`;
	const inner = options.flatMap((option) => {
		if ('values' in option) {
			return option.values.flatMap((value) => describeProperty(value, `${path}.${option.name}.`));
		}
		return 'type' in option ? describeProperty(option, `${path}.`) : [];
	});
	return [line, ...inner];
}

function placeOf({ displayOptions }: INodeProperties): string {
	const { resource = [], operation = [] } = displayOptions?.show ?? {};
	const place = [...resource, ...operation].map(String).join('.');
	return place === '' ? '' : `${place} `;
}

/** What saved workflows hold: names, types, values and defaults. One line each, in a fixed order. */
function describeProperties(properties: readonly INodeProperties[]): string[] {
	return properties.flatMap((property) => describeProperty(property, placeOf(property))).sort();
}

/**
 * A workflow that was saved with one version must run with the next. When a test of this file fails,
 * the change would break it: keep the old name or value, or give the node a new version. Additions
 * are harmless: look at the difference, then run jest with --updateSnapshot.
 */
describe('saved workflows go on working', () => {
	test.each(packageNodes)('with the parameters of $name', ({ description }) => {
		expect({
			version: description.version,
			credentials: description.credentials?.map(({ name }) => name),
			outputs: description.outputs,
			parameters: describeProperties(description.properties),
		}).toMatchSnapshot();
	});

	test.each(packageCredentials)('with the credential of $source', ({ type }) => {
		expect({ name: type.name, parameters: describeProperties(type.properties) }).toMatchSnapshot();
	});
});
