import type { JsonObject } from '../../json.ts';
import { nameKey } from '../names.ts';
import type { Collection, DataRecord } from '../pageData.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField, agreedValues } from './fieldBag.ts';
import type { MarkdownSection } from './markdownSections.ts';
import { readSections } from './markdownSections.ts';
import { sectionCollections } from './sectionCollections.ts';
import { readTable } from './tables.ts';

/** What Markdown says by labels, headings, lists and tables. */
export interface MarkdownData {
	/** The text of the only first-level heading; empty when there is none or several. */
	heading: string;
	/** All labelled values whose label means one thing in the whole text. */
	labels: DataRecord;
	/** The lists and texts under headings, by heading. */
	outline: DataRecord;
	/** Labels of one section or table, named by its heading. */
	groups: DataRecord[];
	/** Tables by row, and sections beside each other that hold the same labels. */
	collections: Collection[];
}

/** A text under a heading is a value up to this length. */
const MAX_TEXT_CHARACTERS = 4_000;

/** Reads Markdown by rules; links are resolved against the base address. */
export function readMarkdown(markdown: string, baseUrl: string): MarkdownData {
	const sections = readSections(markdown, baseUrl);
	const tables = sections.flatMap((section) => section.tables.map(readTable));
	const tableLabels = tables.flatMap(({ labels }) => labels ?? []);
	const groups = [
		...sections.filter((section) => section.labels.length > 0).map(labelGroup),
		...tableLabels,
	];
	return {
		heading: onlyHeading(sections),
		labels: allLabels(sections, tableLabels),
		outline: { names: [], fields: outlineFields(sections), isDeclared: false },
		groups: groups.filter((group) => group.names.length > 0),
		collections: [
			...tables.flatMap(({ collection }) => collection ?? []),
			...sectionCollections(sections, baseUrl),
		],
	};
}

function onlyHeading(sections: readonly MarkdownSection[]): string {
	const [first, ...others] = sections.filter((section) => section.level === 1);
	return first !== undefined && others.length === 0 ? first.title : '';
}

function allLabels(
	sections: readonly MarkdownSection[],
	tableLabels: readonly DataRecord[],
): DataRecord {
	const bag: FieldBag = new Map();
	for (const { label, value } of sections.flatMap((section) => section.labels)) {
		addField(bag, label, value);
	}
	for (const { fields } of tableLabels) {
		for (const [label, value] of Object.entries(fields)) addField(bag, label, value);
	}
	return { names: [], fields: agreedValues(bag), isDeclared: false };
}

function labelGroup(section: MarkdownSection): DataRecord {
	const bag: FieldBag = new Map();
	for (const { label, value } of section.labels) addField(bag, label, value);
	const names = section.title === '' ? [] : [nameKey(section.title)];
	return { names, fields: agreedValues(bag), isDeclared: false };
}

/** Each heading's list, or its text when there is no list. */
function outlineFields(sections: readonly MarkdownSection[]): JsonObject {
	const bag: FieldBag = new Map();
	for (const { title, bullets, paragraphs } of sections) {
		const text = paragraphs.join('\n').slice(0, MAX_TEXT_CHARACTERS);
		if (bullets.length > 0 || text !== '')
			addField(bag, title, bullets.length > 0 ? bullets : text);
	}
	return agreedValues(bag);
}
