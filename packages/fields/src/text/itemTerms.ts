import type { JsonValue } from '@web-data-extraction/page/json';
import { withoutMarks } from '@web-data-extraction/page/markdownText';
import { tableOf } from '../names/nameTable.ts';
import { nameKey } from '../names/names.ts';
import type { NamedValue } from '../records/sourceData.ts';

/** A fact as the Markdown of mails, invitations, tasks and contacts lists it. */
const FACT = /^- \*\*([^*\n]{1,60}):\*\* (\S.*)$/u;
const ISO_DAY = /^\d{4}-\d{2}-\d{2}(?!\d)/u;

/** What mails, invitations, tasks and contacts are, by their facts, and what their heading and text are. */
const KINDS: ReadonlyArray<{
	isKind: (facts: ReadonlyMap<string, string>) => boolean;
	heading: string;
	text: string;
}> = [
	{
		isKind: (facts) =>
			facts.has('From') &&
			(/T\d{2}:\d{2}/u.test(facts.get('Date') ?? '') || facts.get('From')?.includes('@') === true),
		heading: 'subject, mail subject, email subject, title',
		text: 'body, message, text, message body, body text, message text, mail text, email body, mail body',
	},
	{
		isKind: (facts) =>
			ISO_DAY.test(facts.get('Start') ?? '') ||
			(ISO_DAY.test(facts.get('Due') ?? '') && !facts.has('From')),
		heading: 'summary, subject, title, name, event name, event title, task, task name, meeting',
		text: 'description, note, detail, agenda, body, text',
	},
	{
		isKind: (facts) =>
			[...facts].some(
				([label, value]) => /^E-mail\b/u.test(label) && /^[^\s@]+@[^\s@]+$/u.test(value),
			) || [...facts.keys()].some((label) => /^(?:Phone|Fax) \(/u.test(label)),
		heading: 'name, full name, display name, contact name, contact, person',
		text: 'note, comment',
	},
];

/** The labels of facts, and what else schemas call them. */
const NAMES = tableOf(`
From: sender, from address, sender address, from email, sender email, author, sent by
To: recipient, receiver, to address, to email, recipient email, addressee, sent to
Cc: carbon copy, cc recipient, copy, copy to
Bcc: blind carbon copy, blind copy
Reply-To: reply address, reply email
Date: sent, sent at, sent on, sent date, date sent, date time, timestamp, mail date, email date
Start: start date, start time, start datetime, start date time, start at, starts, starts at, begin, begins, begin date, beginning, dtstart, date, when
End: end date, end time, end datetime, end date time, end at, ends, ends at, dtend, finish, until
Place: location, venue, where, event location, meeting place, meeting room
Organizer: organiser, host, organizer email, organiser email, organized by, chair
Attendees: participant, guest, invitee, people, attendee list, invited
Repeats: recurrence, recurrence rule, rrule, repeat, repetition
Due: due date, deadline, due at, due on, due by
Done: progress, percent complete, percentage, percent done, completion
Completed: completed at, completed on, completion date, date completed, completed date
Meeting: meeting url, meeting link, conference link, conference url, join url, join link, video link
Reminder: alarm
Categories: category, tag, label
Organization: organisation, company, company name, employer, business
Title: job title, position, job
E-mail: email, email address, mail, mail address
Phone: telephone, tel, phone number, telephone number
Phone (work): work phone, business phone, office phone, work telephone, phone, telephone, tel, phone number, telephone number
Phone (cell): mobile, mobile phone, cell, cell phone, mobile number, phone, telephone, tel, phone number
Phone (mobile): mobile, mobile phone, cell, cell phone, mobile number, phone, telephone, tel, phone number
Phone (home): home phone, private phone, phone, telephone, tel, phone number
Phone (fax): fax, fax number
Fax (work): fax, fax number
E-mail (work): work email, email, email address, mail
E-mail (home): home email, private email, email, email address, mail
Address: postal address, mailing address
Address (work): work address, business address, office address, address, postal address
Address (home): home address, private address, address, postal address
Birthday: birth date, birthdate, date of birth, dob, born
Link: url, website, web site, homepage
Note: comment, remark
`);
const NAMES_OF = new Map(NAMES.map(([label, names]) => [label, names.split(', ')]));

const FACT_LISTS = /(?:^- \*\*[^*\n]{1,60}:\*\* \S.*(?:\n|$))+/gmu;

/** The facts of a list with their labels. */
const factsIn = (lines: readonly string[]) =>
	lines
		.map((line) => FACT.exec(line) ?? [])
		.map(([, label = '', value = '']) => [label, withoutMarks(value)] as const);

/** Markdown without what mails, invitations, tasks and contacts state about themselves: a mail's date is not that of the invoice in it. */
export const withoutItemFacts = (markdown: string): string =>
	markdown.replace(FACT_LISTS, (list) => {
		const facts = new Map(factsIn(list.trimEnd().split('\n')));
		return KINDS.some(({ isKind }) => isKind(facts)) ? '\n' : list;
	});

const PEOPLE = /^(?:To|Cc|Bcc|Attendees)$/u;
/** A person: a name with an address or an address alone, and what is said about them. */
const PERSON = /(?:[^<>@]{0,200}<[^\s<>]{1,200}>|[^\s<>,]{1,200})(?: \([^()]{1,100}\))?(?=, |$)/gu;

/** Several people one by one; the text itself where it is one person or not clear. */
function peopleIn(text: string): JsonValue {
	const people = [...text.matchAll(PERSON)].map(([person]) => person.replace(/^, /u, ''));
	return people.length > 1 && people.join(', ') === text ? people : text;
}

/** The name of what an item states by one of its further names: a name that no document and no schema uses. */
export const itemName = (key: string): string => `own ${key}`;

/**
 * What a mail, an invitation, a task or a contact states by further names (`itemName`): its heading is
 * the subject, `Place` the location. Nothing for a section without such a list of facts.
 * @param title the heading of the section
 * @param lines what is below it
 * @param isWhole whether its text ends with it, before the next heading
 */
export function itemNames(title: string, lines: readonly string[], isWhole: boolean): NamedValue[] {
	const start = lines.findIndex((line) => line !== '');
	const listed = start === -1 ? [] : lines.slice(start);
	const length = listed.findIndex((line) => !FACT.test(line));
	const stated = factsIn(listed.slice(0, length === -1 ? undefined : length));
	const facts = new Map(stated);
	const kinds = KINDS.filter(({ isKind }) => isKind(facts));
	if (kinds.length === 0) return [];
	const rest = length === -1 || !isWhole ? [] : listed.slice(length);
	const text = rest.map(withoutMarks).filter(Boolean).join('\n');
	const named = (names: string, value: string): NamedValue[] =>
		names.split(', ').map((name) => [name, value]);
	return [
		...kinds.flatMap((kind) => [...named(kind.heading, title), ...named(kind.text, text)]),
		...stated.flatMap(([label, value]) =>
			[label, ...(NAMES_OF.get(label) ?? [])].map((name): NamedValue => [
				name,
				PEOPLE.test(label) ? peopleIn(value) : value,
			]),
		),
	].map(([name, value]) => [itemName(nameKey(name)), value]);
}
