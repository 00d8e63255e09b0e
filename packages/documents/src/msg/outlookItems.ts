import { type Facts, formatMailbox } from '../mail/message.ts';

/** A property of an Outlook item as its reader returns it. */
export interface ItemProperty {
	/** Its number and type, eight hexadecimal digits. */
	propertyTag?: string | undefined;
	/** For a property known by a name: the namespace, and its number there. */
	propertySet?: string | undefined;
	propertyLid?: string | undefined;
	/** For one whose name is a word. */
	propertyName?: string | undefined;
	value?: unknown;
}

/**
 * The values of an item by key: `37` for the property 0x0037, `62002:820d` for 0x820D in the
 * namespace that begins with 00062002 (PSETID_Appointment; [MS-OXPROPS], 1.3.2), `20329:Keywords` for a name.
 */
export type ItemValues = ReadonlyMap<string, readonly unknown[]>;

type Show = (value: unknown) => string;

const asText: Show = (value) => (typeof value === 'string' ? value.trim() : '');
const asTime: Show = (value) => {
	const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(time) ? '' : new Date(time).toISOString();
};
/** A time that is midnight where its owner was means a day, whose hours differ elsewhere. */
const asDay: Show = (value) => asTime(value).replace(/T00:00:00\.000Z$/, '');
const asMinutes: Show = (value) =>
	typeof value === 'number' && value > 0 ? `${value} minutes` : '';
const oneOf =
	(...names: string[]): Show =>
	(value) =>
		typeof value === 'number' ? (names[value] ?? '') : '';
const ifTrue: Show = (value) => (value === true ? 'yes' : '');
const asPercent: Show = (value) => {
	if (!(value instanceof Uint8Array) || value.length < 8) return '';
	const share = Buffer.from(value).readDoubleLE(0);
	return share > 0 && share <= 1 ? `${Math.round(share * 100)} %` : '';
};

/** Outlook says in words how an appointment repeats, and the rest in a form of its own. */
const asUnread: Show = () => 'the rule, and days left out or moved, were not read';

const START = '62002:820d';

/** What an item states in addition to its text. */
const LABELS: ReadonlyArray<readonly [key: string, label: string, show: Show]> = [
	[START, 'Start', asTime],
	['62002:820e', 'End', asTime],
	['62002:8208', 'Place', asText],
	['3a16', 'Organization', asText],
	['3a17', 'Title', asText],
	['62004:8083', 'E-mail', asText],
	['3a08', 'Phone (work)', asText],
	['3a09', 'Phone (home)', asText],
	['3a1c', 'Phone (mobile)', asText],
	['3a24', 'Fax (work)', asText],
	['62004:801b', 'Address (work)', asText],
	['62002:8215', 'All day', ifTrue],
	['62002:8232', 'Repeats', asText],
	['62002:8216', 'Recurrence', asUnread],
	['62002:8205', 'Shown as', oneOf('free', 'tentative', '', 'out of office')],
	['62003:8104', 'Start', asDay],
	['62003:8105', 'Due', asDay],
	['62003:810f', 'Completed', asDay],
	['62003:8101', 'Status', oneOf('', 'in progress', 'completed', 'waiting', 'deferred')],
	['62003:8102', 'Done', asPercent],
	['62003:8116', 'Recurrence', asUnread],
	['62003:811f', 'Owner', asText],
	['62003:8110', 'Estimated', asMinutes],
	['62003:8111', 'Actual', asMinutes],
	['6200a:8700', 'Kind', asText],
	['6200a:8706', 'Start', asTime],
	['6200a:8708', 'End', asTime],
	['6200a:8707', 'Duration', asMinutes],
	['3a4f', 'Nickname', asText],
	['3a18', 'Department', asText],
	['3a19', 'Office', asText],
	['3a46', 'Profession', asText],
	['62004:8093', 'E-mail', asText],
	['62004:80a3', 'E-mail', asText],
	['3a1a', 'Phone (main)', asText],
	['3a57', 'Phone (company)', asText],
	['3a1b', 'Phone (work)', asText],
	['3a2f', 'Phone (home)', asText],
	['3a1f', 'Phone (other)', asText],
	['3a1e', 'Phone (car)', asText],
	['3a21', 'Pager', asText],
	['3a25', 'Fax (home)', asText],
	['3a23', 'Fax (main)', asText],
	['62004:801a', 'Address (home)', asText],
	['62004:801c', 'Address (other)', asText],
	['62004:8062', 'Messenger', asText],
	['3a51', 'Link', asText],
	['3a50', 'Link (personal)', asText],
	['3a42', 'Birthday', asDay],
	['3a41', 'Anniversary', asDay],
	['3a4e', 'Manager', asText],
	['3a30', 'Assistant', asText],
	['3a48', 'Partner', asText],
	['17', 'Importance', oneOf('low', '', 'high')],
	['36', 'Sensitivity', oneOf('', 'personal', 'private', 'confidential')],
	['62008:8530', 'Flag', asText],
];

/** Words that people sort items by. */
const CATEGORIES = '20329:Keywords';
/** Whether there is a reminder, how many minutes before the start, and when. */
const REMINDER = { isSet: '62008:8503', minutes: '62008:8501', time: '62008:8502' } as const;
/** The program decides how long before. */
const USUAL_MINUTES = 0x5a_e9_80_e1;

/** Lists of the members of a distribution list. */
const MEMBERS: readonly string[] = ['62004:8054', '62004:8055'];
/** How a member with its own name and address begins ([MS-OXCDATA], 2.2.5.1). */
const OWN_ADDRESS = Buffer.from('812b1fa4bea310199d6e00dd010f5402', 'hex');
const IS_WIDE = 0x80_00;

/** Everything that is read. */
export const ITEM_KEYS: readonly string[] = [
	...LABELS.map(([key]) => key),
	...MEMBERS,
	...Object.values(REMINDER),
	CATEGORIES,
];

const withoutZeros = (digits: string): string => digits.toLowerCase().replace(/^0+/, '');

function keyOf({ propertyTag = '', propertySet, propertyLid, propertyName }: ItemProperty): string {
	if (propertyName === 'Keywords') return CATEGORIES;
	return propertySet === undefined
		? withoutZeros(propertyTag.slice(0, 4))
		: `${withoutZeros(propertySet.slice(0, 8))}:${withoutZeros(propertyLid ?? '')}`;
}

/** The values of an item whose reader lists its properties. */
export function valuesOfItem(properties: readonly ItemProperty[]): ItemValues {
	const byKey = Map.groupBy(properties, keyOf);
	return new Map([...byKey].map(([key, all]) => [key, all.map(({ value }) => value)]));
}

/** Categories, each with what ends it; the reader also returns the lists of their lengths. */
function categoriesOf(values: readonly unknown[]): string {
	const parts = values
		.filter((value) => value instanceof Uint8Array)
		.map((each) => Buffer.from(each));
	const lengths = new Set(parts.map(({ length }) => length));
	const texts = values.filter((value) => typeof value === 'string');
	const read = parts
		.filter(
			(each) => each.length % 4 !== 0 || each.length > 8 || !lengths.has(each.readUInt32LE(0)),
		)
		.map((each) => each.toString('utf16le').replace(/\0$/, ''));
	const shown = [...texts, ...read].map((text) => text.trim());
	return [...new Set(shown)].filter((text) => text !== '' && !/\p{Cc}/u.test(text)).join(', ');
}

function reminderOf(values: ItemValues): string {
	const first = (key: string): unknown => values.get(key)?.[0];
	if (first(REMINDER.isSet) !== true) return '';
	const minutes = first(REMINDER.minutes);
	if (!values.has(START) || typeof minutes !== 'number') return asTime(first(REMINDER.time));
	return minutes === USUAL_MINUTES ? 'yes' : `${minutes} minutes before`;
}

/** What an appointment, a task, a contact or a list of contacts states beyond its text. */
export function itemFacts(values: ItemValues): Facts {
	const facts = LABELS.flatMap(([key, label, show]) =>
		(values.get(key) ?? []).map((value): [string, string] => [label, show(value)]),
	).filter(([, value]) => value !== '');
	const members = MEMBERS.flatMap((key) => values.get(key) ?? []).map(memberOf);
	return [
		...facts,
		['Categories', categoriesOf(values.get(CATEGORIES) ?? [])],
		['Reminder', reminderOf(values)],
		...[...new Set(members)].map((member): [string, string] => ['Member', member]),
	];
}

/** A member as in a mail; empty for an entry of an address book. */
function memberOf(value: unknown): string {
	if (!(value instanceof Uint8Array)) return '';
	const bytes = Buffer.from(value);
	const at = bytes.indexOf(OWN_ADDRESS) + OWN_ADDRESS.length;
	if (at < OWN_ADDRESS.length || at + 4 > bytes.length) return '';
	const isWide = (bytes.readUInt16LE(at + 2) & IS_WIDE) !== 0;
	const texts = bytes.subarray(at + 4).toString(isWide ? 'utf16le' : 'latin1');
	const [name, , address] = texts.split('\0');
	return formatMailbox(name, address);
}
