/// <reference lib="dom" />

/** Where Cloudflare hides an address from bots: the first byte is the XOR key of the others. */
const PROTECTED = '[data-cfemail]';
const PROTECTED_LINKS = 'a[href*="/cdn-cgi/l/email-protection#"]';
const TURNED = /^(?:[0-9a-f]{2}){4,254}$/i;

const EMAIL = /^[^\s@<>"'()]{1,64}@[^\s@<>"'()]{1,253}\.\p{L}{2,24}$/u;
const PHONE = /^\+?[\d\s()./-]{6,30}$/;
const EMAIL_NAME = /e?-?mail/i;
const PHONE_NAME = /phone|fax|(?:^|-)tel(?:$|-)/i;
/** Elements with such data. */
const HOLDERS = 'a, span, b, strong, em, i, div, p, button';
/** Links that have an address already. */
const LEADING = /^(?:https?:|mailto:|tel:)/i;
/** Names of the parts that addresses are split into. */
const PARTS = {
	user: ['user', 'name', 'local', 'account', 'u'],
	host: ['domain', 'host', 'site', 'd'],
	top: ['tld', 'ext', 'suffix'],
};

/**
 * Writes out e-mail addresses and phone numbers that pages keep in data attributes for their scripts to
 * show: protected by Cloudflare, whole, or in parts (`data-user`, `data-domain`). Links get them as their
 * target, and elements without other text as their text.
 */
export function writeContacts(document: Document): void {
	for (const element of document.querySelectorAll(PROTECTED)) {
		const address = readProtected(element.getAttribute('data-cfemail') ?? '');
		if (address === undefined) continue;
		element.textContent = address;
		element.closest('a')?.setAttribute('href', `mailto:${address}`);
	}
	for (const link of document.querySelectorAll(PROTECTED_LINKS)) {
		const address = readProtected(link.getAttribute('href')?.split('#')[1] ?? '');
		if (address !== undefined) link.setAttribute('href', `mailto:${address}`);
	}
	for (const element of document.querySelectorAll(HOLDERS)) {
		const contact = readContact(element);
		if (contact !== undefined) writeContact(element, contact);
	}
}

function writeContact(element: Element, { scheme, address }: Contact): void {
	const leadsElsewhere = LEADING.test(element.getAttribute('href') ?? '');
	const isLink = element.nodeName === 'A' && !leadsElsewhere;
	if (isLink) element.setAttribute('href', `${scheme}:${address}`);
	if (element.textContent.trim() === '') element.textContent = address;
	else if (!isLink && !element.textContent.includes(address)) element.append(` ${address}`);
}

function readProtected(hexadecimal: string): string | undefined {
	if (!TURNED.test(hexadecimal)) return undefined;
	const [key = 0, ...bytes] = Buffer.from(hexadecimal, 'hex');
	const address = Buffer.from(bytes.map((byte) => byte ^ key)).toString();
	return EMAIL.test(address.split('?')[0] ?? '') ? address : undefined;
}

interface Contact {
	scheme: 'mailto' | 'tel';
	address: string;
}

function readContact(element: Element): Contact | undefined {
	const data = [...element.attributes]
		.filter(({ name }) => name.startsWith('data-'))
		.map(({ name, value }) => [name.slice('data-'.length), value.trim()] as const);
	if (data.length === 0) return undefined;
	for (const [name, value] of data) {
		if (EMAIL_NAME.test(name) && EMAIL.test(value)) return { scheme: 'mailto', address: value };
		if (PHONE_NAME.test(name) && PHONE.test(value)) return { scheme: 'tel', address: value };
	}
	const find = (names: readonly string[]) =>
		data.find(([name]) => names.includes(name.replace(/^e?-?mail-/, '')))?.[1];
	const [user, host, top] = [find(PARTS.user), find(PARTS.host), find(PARTS.top)];
	if (user === undefined || host === undefined) return undefined;
	const address = `${user}@${host}${top === undefined ? '' : `.${top.replace(/^\./, '')}`}`;
	return EMAIL.test(address) ? { scheme: 'mailto', address } : undefined;
}
