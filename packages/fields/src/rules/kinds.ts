/** Kinds that belong to another thing, as its reviews do. */
const PARTS =
	'review|rating|comment|offer|variant|ingredient|step|question|breadcrumb|related|similar|recommended|other';
/** Kinds of things of their own. */
const THINGS = 'event|article|person|video|recipe|job';

const IS_PART = new RegExp(String.raw`\b(?:${PARTS})\b`, 'u');
const IS_NAMED = new RegExp(String.raw`\b(?:${PARTS}|${THINGS})\b`, 'u');

/** Whether a name is of what belongs to another thing: entries are that only where the page calls them so. */
export const isPartKind = (name: string): boolean => IS_PART.test(name);

/** Whether a name is of a kind that a declared list must be called by, however well its fields fit. */
export const isNamedKind = (name: string): boolean => IS_NAMED.test(name);
