import { emailsIn, phonesIn } from '../shapes/contact.ts';
import type { AskedField } from './askedField.ts';
import { findDate } from './dates.ts';
import type { Meaning } from './meanings.ts';

/** "46m", "1 h 6 min", "12:30", "PT4M". */
const DURATION =
	/^(?:PT?(?=\d))?(?:\d{1,4}\s?(?:d|h|m|s|hrs?|min|sec|std|sek|hours?|minut\p{L}{0,3}|seg|stunden?|heures?|horas?|ore|uur)\b\.?[,\s]{0,2}){1,3}$|^(?:\d{1,2}:)?\d{1,2}:\d{2}$/iu;

/** Between what stands in one line: "46m - Dec 15, 2025". */
const BETWEEN = /\s[-–—|·•/]\s/u;

/** How values of some kinds are found in a text by what they look like, in any language. */
export const FINDERS: ReadonlyMap<Meaning | undefined, (text: string) => string | undefined> =
	new Map([
		['date', findDate],
		['duration', (text) => text.split(BETWEEN).find((part) => DURATION.test(part))],
		['phone', (text) => phonesIn(text)[0]],
		['email', (text) => emailsIn(text)[0]],
	]);

/** Whether two fields may be read from the same texts, each its own part of them. */
export const mayShare = ({ meaning: one }: AskedField, { meaning: other }: AskedField): boolean =>
	one !== other && FINDERS.has(one) && FINDERS.has(other);
