/// <reference lib="dom" />
import { oneLine } from '@web-data-extraction/page/document';
import type { JsonObject } from '@web-data-extraction/page/json';
import { emailsIn, phonesIn, profileSite } from '../shapes/contact.ts';
import { nameKey } from '../names/names.ts';
import { LINE_BREAK } from '../entries/lines.ts';
import { agreedFields, type NamedValue, type RecordList } from '../records/sourceData.ts';

/** Contact details of a page or document, found by their shape. */
export interface Contacts {
	/** Those that it has only one of. */
	record: JsonObject;
	/** All of them, by kind. */
	lists: RecordList[];
}

/** What schemas and prompts call several of a kind. */
const LISTS = {
	email: 'email, email address, e mail, e mail address, mail address, contact email',
	telephone: 'phone, telephone, phone number, telephone number, telefon, telefonnummer',
	profile:
		'social media link, social media profile, social media account, social media, social medium link, social link, social profile, social network, social, profile link',
} as const;
/** What the link to a profile is called, behind the name of its site. */
const PROFILE_NAMES = ['', ' url', ' link', ' profile', ' page', ' account'];
/** Before a number that is to be called: "Tel.:", "Call us:". */
const CALL =
	/(?:tel|phone|fon|mobil|handy|cell|call|whatsapp|☎|📞)\p{L}*(?:\s\p{L}{1,6})?\.?\s?(?:[:：]\s?)?$/iu;
const POSTAL = { least: 10, most: 200 } as const;

/** The contact details of a page. */
export function contactsOfPage(document: Document): Contacts {
	const addresses = [...document.querySelectorAll('a[href]')].map(
		(link) => link.getAttribute('href') ?? '',
	);
	const linked = (scheme: string): string[] =>
		addresses.flatMap((address) =>
			address.toLowerCase().startsWith(scheme)
				? decoded(address.slice(scheme.length).split('?')[0] ?? '')
				: [],
		);
	const text = textsOf(document.body).join('\n');
	const phones = linked('tel:');
	return describe({
		emails: [...linked('mailto:'), ...emailsIn(text)],
		phones: phones.length > 0 ? phones : calledIn(text),
		profiles: addresses.filter((address) => profileSite(address) !== undefined),
		places: [...document.querySelectorAll('address')].flatMap(postalAddress),
	});
}

/** The contact details in the text of a document. */
export const contactsOfText = (text: string): Contacts =>
	describe({ emails: emailsIn(text), phones: calledIn(text), profiles: [], places: [] });

/** The texts in an element, in order; those of two elements are never one. */
function textsOf({ childNodes }: Element): string[] {
	return [...childNodes].flatMap((node) => {
		if (node.nodeType === 1) return textsOf(node as Element);
		const text = node.nodeType === 3 ? (node.nodeValue ?? '') : '';
		return oneLine(text.replaceAll(LINE_BREAK, ' ')) || [];
	});
}

function decoded(address: string): string[] {
	try {
		return [decodeURIComponent(address).trim()].filter(Boolean);
	} catch {
		return [];
	}
}

/** The numbers of a text that follow a word for calling, in their line or the one above. */
const calledIn = (text: string): string[] =>
	text.split('\n').flatMap((line, at, lines) =>
		phonesIn(line).filter((phone) => {
			const before = line.slice(0, line.indexOf(phone)).trim();
			return CALL.test(before === '' ? (lines[at - 1]?.trim() ?? '') : before);
		}),
	);

/** The lines of an element for addresses, if it has a postal one. */
function postalAddress(element: Element): string[] {
	const lines = element.textContent.split(LINE_BREAK).map(oneLine);
	const text = lines.filter(Boolean).join(', ');
	const isPostal = /\d/u.test(text) && /\p{L}{3}/u.test(text) && !/[@]|\d{7}/u.test(text);
	return isPostal && text.length >= POSTAL.least && text.length <= POSTAL.most ? [text] : [];
}

interface Found {
	emails: readonly string[];
	phones: readonly string[];
	profiles: readonly string[];
	places: readonly string[];
}

function describe({ emails, phones, profiles, places }: Found): Contacts {
	const all = {
		email: different(emails, (email) => email.toLowerCase()),
		telephone: different(phones, (phone) => phone.replace(/\D/gu, '')),
		profile: different(profiles, (address) => address.replace(/\/$/u, '')),
	};
	const single = (name: string, values: readonly string[]): NamedValue[] =>
		values.map((value) => [name, value]);
	const ofSites = all.profile.flatMap((address) =>
		PROFILE_NAMES.map((name): NamedValue => [`${profileSite(address)}${name}`, address]),
	);
	return {
		record: agreedFields([
			...single('email', all.email),
			...single('telephone', all.telephone),
			...single('address', places),
			...ofSites,
		]),
		lists: (['email', 'telephone', 'profile'] as const).map((kind) => ({
			names: LISTS[kind].split(', ').map(nameKey),
			isOnlyByName: true,
			records: all[kind].map((value) => (kind === 'profile' ? { url: value } : { text: value })),
		})),
	};
}

/** The first of those that are the same. */
function different(values: readonly string[], keyOf: (value: string) => string): string[] {
	const byKey = Map.groupBy(values, keyOf);
	return [...byKey.values()].flatMap(([first]) => first ?? []);
}
