import ICAL from 'ical.js';
import { escapeText } from '../../page/markdown/escape.ts';
import { htmlMarkdown } from '../text/convertHtml.ts';

type Component = InstanceType<typeof ICAL.Component>;
type Property = InstanceType<typeof ICAL.Property>;

/** A label and what stands behind it in a list. */
type Fact = [label: string, value: string];

/** A list of facts; those without a value are left out. */
export function factList(facts: readonly Fact[]): string {
	return facts
		.filter(([, value]) => value.trim() !== '')
		.map(([label, value]) => `- **${label}:** ${escapeText(value.replace(/\s+/g, ' ').trim())}`)
		.join('\n');
}

const textOf = (value: unknown): string =>
	(Array.isArray(value) ? value.flat().filter(Boolean).join(', ') : String(value ?? '')).trim();

/** All values of a property. */
function valuesOf(component: Component, name: string): string {
	return component
		.getAllProperties(name)
		.flatMap((property) => property.getValues().map(textOf))
		.filter((text) => text !== '')
		.join(', ');
}

/** A time in ISO form, with the zone that it is in where it states one. */
function timeOf(component: Component, name: string): string {
	const property = component.getFirstProperty(name);
	if (!property) return '';
	const zone = textOf(property.getFirstParameter('tzid'));
	return textOf(property.getFirstValue()) + (zone === '' ? '' : ` (${zone})`);
}

/** When an entry ends: that of whole days states the day after its last one. */
function endOf(entry: Component): string {
	const end: unknown = entry.getFirstPropertyValue('dtend');
	if (!(end instanceof ICAL.Time) || !end.isDate) return timeOf(entry, 'dtend');
	const last = end.clone();
	last.adjust(-1, 0, 0, 0);
	const start = timeOf(entry, 'dtstart');
	return last.toString() === start ? '' : last.toString();
}

/** A person as in a mail: a name with an address. */
function personOf(property: Property): string {
	const address = textOf(property.getFirstValue()).replace(/^mailto:/i, '');
	const name = textOf(property.getFirstParameter('cn'));
	const status = textOf(property.getFirstParameter('partstat')).toLowerCase();
	const person = name === '' || name === address ? address : `${name} <${address}>`;
	return status === '' || status === 'needs-action' ? person : `${person} (${status})`;
}

const peopleOf = (component: Component, name: string): string =>
	component.getAllProperties(name).map(personOf).join(', ');

const ENTRIES: readonly string[] = ['vevent', 'vtodo', 'vjournal', 'vfreebusy'];

/** An entry of a calendar: its title as heading, when, where and who as a list, and what it says. */
function entryMarkdown(entry: Component): string {
	const title = valuesOf(entry, 'summary');
	const facts = factList([
		['Instead of', timeOf(entry, 'recurrence-id')],
		['Start', timeOf(entry, 'dtstart')],
		['End', endOf(entry)],
		['Due', timeOf(entry, 'due')],
		['Duration', valuesOf(entry, 'duration')],
		['Repeats', valuesOf(entry, 'rrule')],
		['Except', valuesOf(entry, 'exdate')],
		['Place', valuesOf(entry, 'location')],
		['Organizer', peopleOf(entry, 'organizer')],
		['Attendees', peopleOf(entry, 'attendee')],
		['Busy', valuesOf(entry, 'freebusy')],
		['Status', valuesOf(entry, 'status').toLowerCase()],
		['Priority', valuesOf(entry, 'priority').replace(/^0$/, '')],
		['Categories', valuesOf(entry, 'categories')],
		['Link', valuesOf(entry, 'url')],
		['Attached', valuesOf(entry, 'attach')],
	]);
	const plain = valuesOf(entry, 'description').split('\n').map(escapeText).join('\n');
	const rich = valuesOf(entry, 'x-alt-desc');
	const description = plain === '' && rich !== '' ? htmlMarkdown(rich) : plain;
	return [`# ${escapeText(title === '' ? 'Event' : title)}`, facts, description]
		.filter((part) => part.trim() !== '')
		.join('\n\n');
}

/** Components of a text, each by itself; undefined where it can't be read. */
function parseComponents(text: string): Component[] | undefined {
	try {
		const parsed: unknown[] = ICAL.parse(text);
		const isList = Array.isArray(parsed[0]);
		return (isList ? parsed : [parsed]).map((each) => new ICAL.Component(each as never));
	} catch {
		return undefined;
	}
}

/** Calendars as their entries; the text as it is where it can't be read as a calendar. */
export function calendarMarkdown(text: string): string {
	const calendars = parseComponents(text);
	const entries = (calendars ?? []).flatMap((calendar) =>
		ENTRIES.includes(calendar.name)
			? [calendar]
			: calendar.getAllSubcomponents().filter(({ name }) => ENTRIES.includes(name)),
	);
	const method = (calendars ?? []).map((calendar) => valuesOf(calendar, 'method')).join('');
	const note = method === 'CANCEL' ? ['The organizer cancelled this.'] : [];
	return entries.length === 0 ? text.trim() : [...note, ...entries.map(entryMarkdown)].join('\n\n');
}

const SOFT_BREAK = /=\r?\n/g;
/** A line of a card up to its value: the property with its parameters. */
const CARD_LINE = /^([^:]*):([^]*)$/;

/** Text whose letters are written as `=C3=BC`. */
function decodeQuotedPrintable(text: string): string {
	const bytes = text.replace(/=([\dA-F]{2})/gi, (_sign, hex: string) =>
		String.fromCharCode(Number.parseInt(hex, 16)),
	);
	return Buffer.from(bytes, 'latin1').toString('utf8').replace(/\r?\n/g, '\\n');
}

/** A card of the version 2.1, which phones and Outlook still write, in the spelling of later ones. */
function modernCard(text: string): string {
	if (!/^VERSION:2\.1\b/im.test(text)) return text;
	const whole = IS_QUOTED.test(text) ? text.replace(SOFT_BREAK, '') : text;
	return whole
		.split(/\r?\n/)
		.map((line) => {
			const [, head, value = ''] = CARD_LINE.exec(line) ?? [];
			return head === undefined ? line : modernLine(head, value);
		})
		.join('\n');
}

const IS_QUOTED = /;(?:ENCODING=)?QUOTED-PRINTABLE\b/i;
const OLD_PARAMETER = /^(?:CHARSET=|ENCODING=|QUOTED-PRINTABLE$|BASE64$)/i;

function modernLine(head: string, value: string): string {
	const [name = '', ...parameters] = head.split(';');
	const kept = parameters
		.filter((each) => !OLD_PARAMETER.test(each))
		.map((each) => (each.includes('=') ? each : `TYPE=${each}`));
	const shown = IS_QUOTED.test(head) ? decodeQuotedPrintable(value) : value;
	return `${[name, ...kept].join(';')}:${shown}`;
}

/** What of a card is shown, and under which name. */
const CARD_LABELS: ReadonlyArray<[property: string, label: string]> = [
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
	['bday', 'Birthday'],
	['anniversary', 'Anniversary'],
	['categories', 'Categories'],
	['note', 'Note'],
];

const PLAIN_TYPES = new Set(['voice', 'internet', 'pref', 'text', 'uri', '']);

/** `Phone (work, cell)`. */
function cardLabel(label: string, property: Property): string {
	const types = [property.getParameter('type') ?? []]
		.flat()
		.map((type) => String(type).toLowerCase())
		.filter((type) => !PLAIN_TYPES.has(type));
	return types.length === 0 ? label : `${label} (${types.join(', ')})`;
}

function cardMarkdown(card: Component): string {
	const name = valuesOf(card, 'fn') || valuesOf(card, 'n') || valuesOf(card, 'org');
	const facts = CARD_LABELS.flatMap(([property, label]) =>
		card.getAllProperties(property).map((each): Fact => [
			cardLabel(label, each),
			each
				.getValues()
				.map(textOf)
				.join(', ')
				.replace(/^(?:tel|mailto):/i, ''),
		]),
	);
	return [`# ${escapeText(name === '' ? 'Contact' : name)}`, factList(facts)].join('\n\n').trim();
}

/** Cards of contacts, each under its name; the text as it is where it can't be read as cards. */
export function contactsMarkdown(text: string): string {
	const cards = parseComponents(modernCard(text)) ?? [];
	const contacts = cards.filter(({ name }) => name === 'vcard');
	return contacts.length === 0 ? text.trim() : contacts.map(cardMarkdown).join('\n\n');
}
