import ICAL from 'ical.js';
import { escapeText } from '@web-data-extraction/markdown/escape';

/** An entry of a calendar, a calendar or a card. */
export type Component = InstanceType<typeof ICAL.Component>;
/** A line of one. */
export type Property = InstanceType<typeof ICAL.Property>;

/** A label and the value after it in a list. */
export type Fact = [label: string, value: string];

/** A list of facts; those without a value are left out. */
export function factList(facts: readonly Fact[]): string {
	return facts
		.filter(([, value]) => value.trim() !== '')
		.map(([label, value]) => `- **${label}:** ${escapeText(value.replace(/\s+/g, ' ').trim())}`)
		.join('\n');
}

/** A value as text; of several, or of one with parts, those present. */
export const textOf = (value: unknown): string =>
	(Array.isArray(value) ? value.flat().filter(Boolean).join(', ') : String(value ?? '')).trim();

/** The values of a line as text: as written where they are not of the expected kind. */
export function textsOf(property: Property): string[] {
	try {
		return property.getValues().map(textOf);
	} catch {
		const [, , , ...written]: unknown[] = property.toJSON();
		return written.map(textOf);
	}
}

/** All values of a property. */
export function valuesOf(component: Component, name: string): string {
	return component
		.getAllProperties(name)
		.flatMap(textsOf)
		.filter((text) => text !== '')
		.join(', ');
}

/** The name of a property as a label: `Related names` of `X-ABRELATED-NAMES`. */
function labelOf(name: string): string {
	const words = name.replace(/^x-(?:ab)?/, '').replaceAll('-', ' ');
	return escapeText(words.charAt(0).toUpperCase() + words.slice(1));
}

/** Facts for which we have no label, under their own names. */
export function otherFacts(component: Component, isShown: (name: string) => boolean): Fact[] {
	return component
		.getAllProperties()
		.filter(({ name }) => isShown(name))
		.map((property) => [labelOf(property.name), textsOf(property).join(', ')]);
}

/** The components of a text; undefined where it can't be read. */
export function parseComponents(text: string): Component[] | undefined {
	try {
		const parsed: unknown[] = ICAL.parse(text);
		const isList = Array.isArray(parsed[0]);
		return (isList ? parsed : [parsed]).map((each) => new ICAL.Component(each as never));
	} catch {
		return undefined;
	}
}
