import { balanceBrackets, escapeAddress, escapeText } from '@web-data-extraction/markdown/escape';
import { type OldRecord, recordsIn, recordsWithin, textOf } from '../doc/records.ts';

/** Kinds of records of PowerPoint 97-2003 ([MS-PPT], 2.13.24) and of drawings ([MS-ODRAW], 2.2). */
const EXTERNAL_OBJECTS = 1033;
const LINK = 4055;
const LINK_NUMBER = 4051;
const STRING = 4026;
/** What a click does, in the text before it from one character to another, or anywhere on a shape. */
const ACTION = 4082;
const ACTION_DATA = 4083;
const ACTION_RANGE = 4063;
const SHAPE = 0xf004;
const SHAPE_DATA = 0xf011;
/** Actions and ranges for a click; others are for hovering. */
const AT_CLICK = 0;
/** Offset of the link number in an action. */
const NUMBER_OF_LINK = 4;
/** The strings of a link that say where it leads: to a file or page, and to a place in it. */
const TARGET = 1;
const PLACE = 3;
/** A jump to another slide: its ID, its number and its title. */
const JUMP = /^-?\d*,-?\d*,/;

/** A link, and the words that it is on; those of a picture are empty. */
export interface OldLink {
	words: string;
	target: string;
}

/** Where the links of a presentation lead, by number, except jumps between slides. */
export function linkTargets(stream: Buffer, document: OldRecord): Map<number, string> {
	const targets = new Map<number, string>();
	for (const objects of recordsIn(stream, document)) {
		if (objects.kind !== EXTERNAL_OBJECTS) continue;
		for (const link of recordsIn(stream, objects)) {
			if (link.kind !== LINK) continue;
			const parts = [...recordsIn(stream, link)];
			const number = parts.find(({ kind }) => kind === LINK_NUMBER);
			const stringOf = (wanted: number): string => {
				const part = parts.find(({ kind, instance }) => kind === STRING && instance === wanted);
				return part === undefined ? '' : stream.toString('utf16le', part.start, part.end);
			};
			const [target, place] = [stringOf(TARGET), stringOf(PLACE)];
			if (number === undefined || target === '' || JUMP.test(target)) continue;
			const isPlaced = place !== '' && !JUMP.test(place) && !target.includes('#');
			targets.set(stream.readUInt32LE(number.start), isPlaced ? `${target}#${place}` : target);
		}
	}
	return targets;
}

/** The texts in records, in file order, and the links on their words and shapes. */
export function textsAndLinks(
	stream: Buffer,
	records: Iterable<OldRecord>,
	targets: ReadonlyMap<number, string>,
): { texts: string[]; links: OldLink[] } {
	const texts: string[] = [];
	const links: OldLink[] = [];
	let ofShape: string | undefined;
	let target: string | undefined;
	for (const record of records) {
		const { kind, instance, start } = record;
		const text = textOf(stream, record);
		if (kind === SHAPE) ofShape = undefined;
		else if (kind === SHAPE_DATA) ofShape = targetIn(stream, record, targets);
		else if (kind === ACTION && instance === AT_CLICK) target = targetIn(stream, record, targets);
		else if (kind === ACTION_RANGE && instance === AT_CLICK && target !== undefined) {
			const [from, to] = [stream.readUInt32LE(start), stream.readUInt32LE(start + 4)];
			links.push({ words: (texts.at(-1) ?? '').slice(from, to), target });
		} else if (text !== undefined) {
			texts.push(text);
			if (ofShape !== undefined) links.push({ words: text, target: ofShape });
		}
	}
	return { texts, links };
}

/** Where a click leads, by the action in a record. */
function targetIn(
	stream: Buffer,
	record: OldRecord,
	targets: ReadonlyMap<number, string>,
): string | undefined {
	const action = [...recordsWithin(stream, record)].find(
		({ kind, end, start }) => kind === ACTION_DATA && end - start >= NUMBER_OF_LINK + 4,
	);
	return action && targets.get(stream.readUInt32LE(action.start + NUMBER_OF_LINK));
}

/** The most links that are listed: a hostile file may name as many as it likes, on the same words. */
const MOST_LINKS = 1000;

/**
 * The links of a presentation as a list, each with its words: the document library writes these, in their
 * places, without the links.
 * @param targets all targets, also those of pictures
 */
export function linkList(links: readonly OldLink[], targets: Iterable<string>): string {
	const named = new Set(links.map(({ target }) => target));
	const bare = [...targets].filter((target) => !named.has(target));
	const all = [...links, ...bare.map((target) => ({ words: '', target }))];
	const items = all.slice(0, MOST_LINKS).map(({ words, target }) => {
		const label = words.replace(/\s+/g, ' ').trim() || target;
		return `- [${balanceBrackets(escapeText(label))}](${escapeAddress(target)})`;
	});
	return items.length === 0 ? '' : `## Links\n\n${[...new Set(items)].join('\n')}`;
}
