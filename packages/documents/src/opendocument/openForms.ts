import { attributeOf, findElements, type XmlElement } from '../xml/xml.ts';

/** A property of a form control as it is now, else as it was at first. */
const currentOf = (tag: string, name: string): string | undefined =>
	attributeOf(tag, `form:current-${name}`) ?? attributeOf(tag, `form:${name}`);

/** What a form control shows, by the ID under which the text shows it. */
export function formAnswers(xml: string): Map<string, string> {
	const answers = new Map<string, string>();
	const add = (tag: string, answer: string) => {
		for (const id of [attributeOf(tag, 'form:id'), attributeOf(tag, 'xml:id')]) {
			if (id !== undefined && answer !== '') answers.set(id, answer);
		}
	};
	for (const { inner } of findElements(xml, 'office:forms')) {
		for (const name of ['form:checkbox', 'form:radio']) {
			for (const { tag } of findElements(inner, name)) {
				const isChosen =
					currentOf(tag, 'state') === 'checked' || currentOf(tag, 'selected') === 'true';
				const label = attributeOf(tag, 'form:label') ?? '';
				add(tag, `${isChosen ? '☒' : '☐'} ${label}`.trim());
			}
		}
		for (const { tag, inner: options } of findElements(inner, 'form:listbox')) {
			const chosen = findElements(options, 'form:option').filter(
				(option) => currentOf(option.tag, 'selected') === 'true',
			);
			add(tag, chosen.map((option) => attributeOf(option.tag, 'form:label') ?? '').join(', '));
		}
		for (const name of [
			'form:text',
			'form:textarea',
			'form:combobox',
			'form:formatted-text',
			'form:date',
		]) {
			for (const { tag } of findElements(inner, name)) {
				add(tag, currentOf(tag, 'value') ?? '');
			}
		}
	}
	return answers;
}

/**
 * The answer of a Word form field as OpenDocument stores it: a box, or the choice from a list.
 * @returns undefined for one whose answer is in the text
 */
export function fieldMarkAnswer({ tag, inner }: XmlElement): string | undefined {
	const type = attributeOf(tag, 'field:type') ?? '';
	const values = (name: string): string[] =>
		findElements(inner, 'field:param')
			.filter((param) => attributeOf(param.tag, 'field:name') === name)
			.map((param) => attributeOf(param.tag, 'field:value') ?? '');
	if (type.endsWith('FORMCHECKBOX')) {
		return /^(?:true|1)$/i.test(values('Checkbox_Checked')[0] ?? '') ? '☒' : '☐';
	}
	if (!type.endsWith('FORMDROPDOWN')) return undefined;
	return values('Dropdown_ListEntry')[Number(values('Dropdown_Selected')[0] ?? Number.NaN)];
}
