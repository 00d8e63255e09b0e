import type { INodeProperties } from 'n8n-workflow';
import type { SectionView } from '../items/sections/sectionFields';
import {
	readFlag,
	readGroup,
	readWholeNumber,
	type ParameterValues,
} from '../items/parameterValues';
import { readChoice } from './choice';
import { choiceField, flagField, named, namedFields, numberField } from './field';

const SECTION_CHOICE = 'One Item per Section: The text below each heading, e.g. for a vector store';

const description = 'What each output item represents';

/** For pages as Markdown. */
export const splitPageField = named(
	'splitInto',
	choiceField(
		'page',
		{ page: 'One Item per Page: The whole page', section: SECTION_CHOICE },
		description,
		{ displayName: 'Split', displayOptions: { show: { get: ['markdown'] } } },
	),
);

/** The same as an entry of the options collection. */
export const splitPageOption = {
	...splitPageField,
	displayOptions: { show: { '/get': ['markdown'] } },
};

/** As documents have it, whose items may be pages too. */
export const splitDocumentField = named(
	'splitInto',
	choiceField(
		'document',
		{
			document: 'One Item per Document: The whole document',
			page: 'One Item per Page: The Markdown of each page',
			section: SECTION_CHOICE,
		},
		description,
		{ displayName: 'Split', displayOptions: { show: { get: ['markdown'] } } },
	),
);

const limits = namedFields({
	maxSectionCharacters: numberField(
		4000,
		'Longer sections are divided between paragraphs, rows, list items or sentences. Used with One Item per Section.',
		[100],
	),
	minSectionCharacters: numberField(
		200,
		'Shorter sections are joined with their neighbors. Used with One Item per Section.',
		[0],
	),
	sectionPathInContent: flagField(
		"Whether 'content' begins with the page's title and the headings above the section, which helps to find it by meaning. Used with One Item per Section.",
	),
});

/** Entries of the options collection for how sections are made. */
export const sectionOptions: readonly INodeProperties[] = Object.values(limits);

/**
 * Reads how a page or document is divided.
 * @returns undefined where it is one item
 * @throws InputError when a value can't be used
 */
export function readSectionView(values: ParameterValues): SectionView | undefined {
	const options = readGroup(values, 'options');
	const split = readChoice({ ...values, ...options }, splitDocumentField);
	const maxCharacters = readWholeNumber(options, limits.maxSectionCharacters) ?? 4000;
	const minCharacters = readWholeNumber(options, limits.minSectionCharacters) ?? 200;
	const hasPathInContent = readFlag(options, limits.sectionPathInContent);
	if (split !== 'section') return undefined;
	// A section that is joined must still fit.
	return { maxCharacters, minCharacters: Math.min(minCharacters, maxCharacters), hasPathInContent };
}
