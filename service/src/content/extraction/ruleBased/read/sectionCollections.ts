import { nameKey } from '../names.ts';
import type { Collection, DataRecord } from '../pageData.ts';
import { asAddress } from '../values/address.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField, agreedValues } from './fieldBag.ts';
import type { MarkdownSection } from './markdownSections.ts';

/** Headings the service itself gives to collected elements ("Item 1"); they name nothing. */
const ITEM_HEADING = /^item \d+$/iu;

/** The sections of one level under the same heading. */
interface Family {
	parentTitle: string;
	sections: MarkdownSection[];
}

/** Sections beside each other that describe things of a kind, with their labels as fields. */
export function sectionCollections(
	sections: readonly MarkdownSection[],
	baseUrl: string,
): Collection[] {
	return familiesOf(sections)
		.map(({ parentTitle, sections: members }) => ({
			names: [...(parentTitle === '' ? [] : [nameKey(parentTitle)]), 'item'],
			records: entriesOf(members).map((section) => sectionRecord(section, baseUrl)),
		}))
		.filter(({ records }) => records.length > 0);
}

function familiesOf(sections: readonly MarkdownSection[]): Family[] {
	const families: Family[] = [];
	/** By level: the family that the next section of that level belongs to. */
	let open: (Family | undefined)[] = [];
	const titles: string[] = [];
	for (const section of sections) {
		const { level, title } = section;
		if (level === 0) continue;
		open = open.slice(0, level + 1);
		titles.length = Math.min(titles.length, level);
		const family = open[level] ?? { parentTitle: titles.at(-1) ?? '', sections: [] };
		if (family.sections.length === 0) families.push(family);
		family.sections.push(section);
		open[level] = family;
		titles[level] = title;
	}
	return families;
}

/** Entries share a label with another section of the family, or were collected by the service. */
function entriesOf(sections: readonly MarkdownSection[]): MarkdownSection[] {
	const counts = new Map<string, number>();
	for (const key of sections.flatMap(labelKeys)) counts.set(key, (counts.get(key) ?? 0) + 1);
	return sections.filter(
		(section) =>
			ITEM_HEADING.test(section.title) ||
			labelKeys(section).some((key) => (counts.get(key) ?? 0) > 1),
	);
}

function labelKeys(section: MarkdownSection): string[] {
	return [...new Set(section.labels.map(({ label }) => nameKey(label)))];
}

function sectionRecord(section: MarkdownSection, baseUrl: string): DataRecord {
	const { links, images, labels, paragraphs } = section;
	const name = sectionName(section);
	const [link, image] = [links[0], images[0]].map((found) =>
		found === undefined ? undefined : asAddress(found.url, baseUrl),
	);
	const bag: FieldBag = new Map();
	for (const { label, value } of labels) addField(bag, label, value);
	const fields = {
		...(name !== '' && { name }),
		...(link !== undefined && { url: link }),
		...(image !== undefined && { image }),
		...(paragraphs.length > 0 && { text: paragraphs.join('\n') }),
		...agreedValues(bag),
	};
	return { names: [], fields, isDeclared: false };
}

function sectionName({ title, links, paragraphs }: MarkdownSection): string {
	if (!ITEM_HEADING.test(title)) return title;
	return links.find(({ text }) => text !== '')?.text ?? paragraphs[0] ?? '';
}
