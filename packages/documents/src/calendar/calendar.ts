import ICAL from 'ical.js';
import { escapeText } from '@web-data-extraction/markdown/escape';
import { htmlMarkdown } from '../text/convertHtml.ts';
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
import { modernLines, OLD_RULE } from './foldedLines.ts';
import { ruleInWords, spanInWords, triggerInWords } from './recurrenceText.ts';

/** Times in ISO form, with their time zone where it is stated. */
function timeOf(component: Component, name: string): string {
	return component
		.getAllProperties(name)
		.map((property) => {
			const zone = textOf(property.getFirstParameter('tzid'));
			const times = textsOf(property).join(', ');
			return times + (zone === '' ? '' : ` (${zone})`);
		})
		.join(', ');
}

/** When an entry ends: an all-day entry states the day after its last one. */
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
	const address = (textsOf(property)[0] ?? '').replace(/^mailto:/i, '');
	const name = textOf(property.getFirstParameter('cn'));
	const status = textOf(property.getFirstParameter('partstat')).toLowerCase();
	const isOptional = /^opt-/i.test(textOf(property.getFirstParameter('role')));
	const person = name === '' || name === address ? address : `${name} <${address}>`;
	const notes = [isOptional ? 'optional' : '', status === 'needs-action' ? '' : status];
	const said = notes.filter((note) => note !== '').join(', ');
	return said === '' ? person : `${person} (${said})`;
}

const peopleOf = (component: Component, name: string): string =>
	component.getAllProperties(name).map(personOf).join(', ');

const ENTRIES: readonly string[] = ['vevent', 'vtodo', 'vjournal', 'vfreebusy'];

/** What no reader of a calendar sees: keys, times of changes, program settings. */
const UNSEEN =
	/^(?:uid|dtstamp|created|last-modified|sequence|related-to|request-status|transp|class|x-.*)$/;
const SEEN: ReadonlySet<string> = new Set(
	'summary dtstart dtend due duration rrule rdate exdate recurrence-id location organizer attendee contact freebusy status priority percent-complete completed categories resources url conference attach geo comment description aalarm dalarm'.split(
		' ',
	),
);

/** Addresses of meetings, which programs write to their own properties. */
const meetingsOf = (entry: Component): string =>
	entry
		.getAllProperties()
		.filter(({ name }) => name.startsWith('x-'))
		.map((property) => textsOf(property)[0] ?? '')
		.filter((value) => /^https:\/\/\S+$/.test(value))
		.join(', ');

/** All values of a property, each in words. */
const inWords = (entry: Component, name: string, toWords: (value: string) => string): string =>
	entry.getAllProperties(name).flatMap(textsOf).map(toWords).join(', ');

/** When an entry's alarm is due, and its text where that differs from the entry's. */
function alarmOf(alarm: Component): string {
	const said = [valuesOf(alarm, 'summary'), valuesOf(alarm, 'description')]
		.filter((text) => text !== '' && !/^(?:reminder|this is an event reminder)$/i.test(text))
		.join(', ');
	const trigger = alarm.getFirstProperty('trigger');
	const isOfEnd = /^end$/i.test(textOf(trigger?.getFirstParameter('related')));
	const due = triggerInWords(valuesOf(alarm, 'trigger'), isOfEnd);
	return due + (said === '' ? '' : ` (${said})`);
}

/** A calendar entry: its title as heading, when, where and who as a list, and its text. */
function entryMarkdown(entry: Component): string {
	const title = valuesOf(entry, 'summary');
	const facts = factList([
		['Instead of', timeOf(entry, 'recurrence-id')],
		['Start', timeOf(entry, 'dtstart')],
		['End', endOf(entry)],
		['Due', timeOf(entry, 'due')],
		['Completed', timeOf(entry, 'completed')],
		['Done', valuesOf(entry, 'percent-complete').replace(/$/, ' %').replace(/^ %$/, '')],
		['Duration', inWords(entry, 'duration', spanInWords)],
		['Repeats', inWords(entry, 'rrule', ruleInWords) || valuesOf(entry, OLD_RULE)],
		['Also on', timeOf(entry, 'rdate')],
		['Except', timeOf(entry, 'exdate')],
		['Place', valuesOf(entry, 'location')],
		['Coordinates', valuesOf(entry, 'geo')],
		['Organizer', peopleOf(entry, 'organizer')],
		['Attendees', peopleOf(entry, 'attendee')],
		['Contact', valuesOf(entry, 'contact')],
		['Busy', valuesOf(entry, 'freebusy')],
		['Status', valuesOf(entry, 'status').toLowerCase()],
		['Priority', valuesOf(entry, 'priority').replace(/^0$/, '')],
		['Categories', valuesOf(entry, 'categories')],
		['Resources', valuesOf(entry, 'resources')],
		['Link', valuesOf(entry, 'url')],
		['Meeting', [valuesOf(entry, 'conference'), meetingsOf(entry)].filter(Boolean).join(', ')],
		['Attached', valuesOf(entry, 'attach')],
		[
			'Visibility',
			valuesOf(entry, 'class')
				.toLowerCase()
				.replace(/^public$/, ''),
		],
		['Shown as', /^transparent$/i.test(valuesOf(entry, 'transp')) ? 'free' : ''],
		['Comment', valuesOf(entry, 'comment')],
		...otherFacts(entry, (name) => !SEEN.has(name) && !UNSEEN.test(name)),
		['Reminder', valuesOf(entry, 'aalarm').replace(/;.*/, '')],
		...entry.getAllSubcomponents('valarm').map((alarm): Fact => ['Reminder', alarmOf(alarm)]),
	]);
	const plain = valuesOf(entry, 'description').split('\n').map(escapeText).join('\n');
	const rich = valuesOf(entry, 'x-alt-desc');
	const description = plain === '' && rich !== '' ? htmlMarkdown(rich) : plain;
	return [`# ${escapeText(title === '' ? 'Event' : title)}`, facts, description]
		.filter((part) => part.trim() !== '')
		.join('\n\n');
}

/** The name of a calendar, and the time zone of times that state none. */
function aboutCalendar(calendar: Component): string {
	return factList([
		['Calendar', valuesOf(calendar, 'name') || valuesOf(calendar, 'x-wr-calname')],
		['About', valuesOf(calendar, 'description') || valuesOf(calendar, 'x-wr-caldesc')],
		['Time zone', valuesOf(calendar, 'x-wr-timezone')],
	]);
}

/** The iTIP `METHOD` of a calendar in words, where its entries do not say it (RFC 5546, 1.4). */
const METHODS: Readonly<Record<string, string>> = {
	CANCEL: 'The organizer cancelled this.',
	REPLY: 'This is the answer of an attendee.',
	COUNTER: 'An attendee proposes this instead.',
	DECLINECOUNTER: 'The organizer declined what was proposed.',
};

/** Calendars as their entries; the original text where it can't be read as a calendar. */
export function calendarMarkdown(text: string): string {
	const calendars = parseComponents(modernLines(text));
	const entries = (calendars ?? []).flatMap((calendar) =>
		ENTRIES.includes(calendar.name)
			? [calendar]
			: calendar.getAllSubcomponents().filter(({ name }) => ENTRIES.includes(name)),
	);
	const method = (calendars ?? []).map((calendar) => valuesOf(calendar, 'method')).join('');
	const note = METHODS[method.toUpperCase()] ?? '';
	const about = (calendars ?? []).filter(({ name }) => name === 'vcalendar').map(aboutCalendar);
	if (entries.length === 0) return text.trim();
	return [note, ...about, ...entries.map(entryMarkdown)].filter((part) => part !== '').join('\n\n');
}
