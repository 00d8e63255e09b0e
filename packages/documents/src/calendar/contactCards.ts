import { escapeText } from '@web-data-extraction/markdown/escape';
import {
	type Component,
	type Fact,
	factList,
	otherFacts,
	parseComponents,
	type Property,
	textOf,
	textsOf,
	valuesOf,
} from './components.ts';
import { modernLines } from './foldedLines.ts';

/** What is shown of a card, and under which name. */
const LABELS: ReadonlyArray<[property: string, label: string]> = [
	['nickname', 'Nickname'],
	['org', 'Organization'],
	['title', 'Title'],
	['role', 'Role'],
	['tel', 'Phone'],
	['email', 'E-mail'],
	['adr', 'Address'],
	['url', 'Link'],
	['impp', 'Messenger'],
	['x-skype', 'Skype'],
	['x-socialprofile', 'Profile'],
	['socialprofile', 'Profile'],
	['bday', 'Birthday'],
	['anniversary', 'Anniversary'],
	['x-abdate', 'Date'],
	['related', 'Related'],
	['x-abrelatednames', 'Related'],
	['member', 'Member'],
	['tz', 'Time zone'],
	['lang', 'Language'],
	['geo', 'Coordinates'],
	['categories', 'Categories'],
	['note', 'Note'],
];
const LABELLED: ReadonlySet<string> = new Set(LABELS.map(([name]) => name));
/** What no reader of a card sees: keys, versions, program settings, pictures and sounds. */
const UNSEEN =
	/^(?:version|prodid|uid|rev|fn|n|sort-string|source|profile|xml|clientpidmap|kind|mailer|photo|logo|sound|key|x-ab(?:label|adr|uid|order|showas)|x-apple-.*|x-ms-.*|x-evolution-.*|x-phonetic-.*|x-android-.*)$/;

const PLAIN_TYPES = new Set(['voice', 'internet', 'pref', 'text', 'uri', '']);

/** Labels that people gave, by the group of the lines they apply to: `item1.X-ABLabel:Warehouse`. */
function ownLabels(card: Component): Map<string, string> {
	const labels = card
		.getAllProperties('x-ablabel')
		.map((property): [string, string] => [
			textOf(property.getFirstParameter('group')),
			(textsOf(property)[0] ?? '')
				.replace(/^_\$!<(.*)>!\$_$/, '$1')
				.replace(/(\p{Ll})(?=\p{Lu})/gu, '$1 '),
		]);
	return new Map(labels);
}

/** `Phone (work, cell)`, `Phone (Warehouse)`. */
function labelOf(label: string, property: Property, own: ReadonlyMap<string, string>): string {
	const types = [property.getParameter('type') ?? []]
		.flat()
		.flatMap((type) => String(type).toLowerCase().split(','))
		.filter((type) => !PLAIN_TYPES.has(type));
	const said = own.get(textOf(property.getFirstParameter('group')));
	const notes = said === undefined || said === '' ? types : [...types, escapeText(said)];
	return notes.length === 0 ? label : `${label} (${notes.join(', ')})`;
}

function valueOf(property: Property): string {
	const value = textsOf(property).join(', ');
	// A birthday without a year is written with one in which nobody was born.
	const hasYear = property.getFirstParameter('x-apple-omit-year') === undefined;
	return (hasYear ? value : value.replace(/^\d{4}-/, '')).replace(/^(?:tel|mailto):/i, '');
}

/** The parts of a name that its usual form leaves out. */
function restOfName(card: Component, shown: string): string {
	const parts = valuesOf(card, 'n');
	const words = new Set(shown.match(/[\p{L}\p{N}]+/gu) ?? []);
	const isWhole = (parts.match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => words.has(word));
	return isWhole ? '' : parts;
}

function cardMarkdown(card: Component): string {
	const name = valuesOf(card, 'fn') || valuesOf(card, 'n') || valuesOf(card, 'org');
	const own = ownLabels(card);
	const facts = LABELS.flatMap(([property, label]) =>
		card.getAllProperties(property).map((each): Fact => [labelOf(label, each, own), valueOf(each)]),
	);
	const others = otherFacts(card, (each) => !LABELLED.has(each) && !UNSEEN.test(each));
	const list = factList([['Full name', restOfName(card, name)], ...facts, ...others]);
	return [`# ${escapeText(name === '' ? 'Contact' : name)}`, list].join('\n\n').trim();
}

/** Contact cards, each under its name; the original text where it can't be read as cards. */
export function contactsMarkdown(text: string): string {
	// Since version 4, zones are named after places, and the parser knows only hour offsets.
	const lines = modernLines(text).replace(/^TZ(?=:)/gim, 'TZ;VALUE=text');
	const cards = parseComponents(lines) ?? [];
	const contacts = cards.filter(({ name }) => name === 'vcard');
	return contacts.length === 0 ? text.trim() : contacts.map(cardMarkdown).join('\n\n');
}
