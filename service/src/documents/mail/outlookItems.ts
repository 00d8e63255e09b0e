import { type Facts, formatMailbox } from './message.ts';

/** A property of an Outlook item as its reader gives it. */
export interface ItemProperty {
	/** Its number and type, eight hexadecimal digits. */
	propertyTag?: string | undefined;
	/** Of a property that is known by a name: the namespace, and its number there. */
	propertySet?: string | undefined;
	propertyLid?: string | undefined;
	value?: unknown;
}

/** Namespaces ([MS-OXPROPS], 1.3.2), by the part in which they differ. */
const SETS: Readonly<Record<string, string>> = {
	'00062002': 'appointment',
	'00062003': 'task',
	'00062004': 'address',
};

type Show = (value: unknown) => string;

const asText: Show = (value) => (typeof value === 'string' ? value.trim() : '');
const asTime: Show = (value) => {
	const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
	return Number.isNaN(time) ? '' : new Date(time).toISOString();
};
/** A time of day that is midnight where its owner was says a day, whose hours are another's elsewhere. */
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

/** What an item says beside its text, by number, or by namespace and number. */
const LABELS: ReadonlyArray<readonly [key: string, label: string, show: Show]> = [
	['appointment 8215', 'All day', ifTrue],
	['appointment 8232', 'Repeats', asText],
	['appointment 8205', 'Shown as', oneOf('free', 'tentative', '', 'out of office')],
	['task 8104', 'Start', asDay],
	['task 8105', 'Due', asDay],
	['task 810f', 'Completed', asDay],
	['task 8101', 'Status', oneOf('', 'in progress', 'completed', 'waiting', 'deferred')],
	['task 8102', 'Done', asPercent],
	['task 811f', 'Owner', asText],
	['task 8110', 'Estimated', asMinutes],
	['task 8111', 'Actual', asMinutes],
	['3a4f', 'Nickname', asText],
	['3a18', 'Department', asText],
	['3a19', 'Office', asText],
	['3a46', 'Profession', asText],
	['address 8093', 'E-mail', asText],
	['address 80a3', 'E-mail', asText],
	['3a1a', 'Phone (main)', asText],
	['3a57', 'Phone (company)', asText],
	['3a1b', 'Phone (work)', asText],
	['3a2f', 'Phone (home)', asText],
	['3a1f', 'Phone (other)', asText],
	['3a1e', 'Phone (car)', asText],
	['3a21', 'Pager', asText],
	['3a25', 'Fax (home)', asText],
	['3a23', 'Fax (main)', asText],
	['address 801a', 'Address (home)', asText],
	['address 801c', 'Address (other)', asText],
	['address 8062', 'Messenger', asText],
	['3a51', 'Link', asText],
	['3a50', 'Link (personal)', asText],
	['3a42', 'Birthday', asDay],
	['3a41', 'Anniversary', asDay],
	['3a4e', 'Manager', asText],
	['3a30', 'Assistant', asText],
	['3a48', 'Partner', asText],
];

/** Lists of the members of a distribution list. */
const MEMBERS: readonly string[] = ['address 8054', 'address 8055'];
/** What a member begins with that has a name and an address of its own ([MS-OXCDATA], 2.2.5.1). */
const OWN_ADDRESS = Buffer.from('812b1fa4bea310199d6e00dd010f5402', 'hex');
const IS_WIDE = 0x80_00;

function keyOf({ propertyTag = '', propertySet = '', propertyLid = '' }: ItemProperty): string {
	const set = SETS[propertySet.slice(0, 8)];
	return set === undefined
		? propertyTag.slice(0, 4)
		: `${set} ${propertyLid.slice(-4).toLowerCase()}`;
}

/** What an appointment, a task, a contact or a list of contacts says beside its text. */
export function itemFacts(properties: readonly ItemProperty[]): Facts {
	const byKey = Map.groupBy(properties, keyOf);
	const facts = LABELS.flatMap(([key, label, show]) =>
		(byKey.get(key) ?? []).map(({ value }): [string, string] => [label, show(value)]),
	);
	const members = MEMBERS.flatMap((key) => byKey.get(key) ?? []).map(({ value }) =>
		memberOf(value),
	);
	return [...facts, ...[...new Set(members)].map((member): [string, string] => ['Member', member])];
}

/** A member as in a mail; empty for one that is an entry of an address book. */
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
