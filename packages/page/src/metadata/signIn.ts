/// <reference lib="dom" />
import { RENDERED } from '@web-data-extraction/markdown/rendered';

/** What sign-in pages are called in their title, their headings or their address. */
const SIGN_IN_WORDS =
	/\blog[\s_-]?[io]n\b|\bsign[\s_-]?[io]n\b|\bsso\b|\boauth2?\b|anmeld|einlogg|connexion|s['’]identifier|iniciar sesi|inicio de sesi|\baccedi\b|\bacceder\b|fazer login|\bentrar\b|inlogg|logga in|log ind|logg inn|zalogu|logowani|přihlá|вход|войти|увійти|giriş|ログイン|サインイン|登录|登入|로그인|تسجيل الدخول/i;

/** An existing password: registration forms ask for a new one. */
const PASSWORD = 'input[type="password" i]:not([autocomplete~="new-password" i])';

/** The first field where the password is on a separate page. */
const NAME =
	'input[autocomplete~="username" i], input[name="identifier" i], input[name="loginfmt" i], input[name="username" i], input[name="login" i]';

/** The only field where a link by mail or another page does the rest. */
const ADDRESS =
	'input[type="email" i], input[type="text" i]:not([name="q" i], [name="s" i], [name*="search" i]), input:not([type], [name="q" i], [name="s" i], [name*="search" i])';

const HIDING = `[hidden], [${RENDERED}~="none"], [style*="display:none" i], [style*="display: none" i]`;

/** A page with more text than this is read for its content, whatever form is on it. */
const LONGEST_SIGN_IN_CHARACTERS = 2000;

/** Besides its form such a page has hardly any text. */
const MOST_OTHER_CHARACTERS = 200;

/** A sign-in form of a page. */
interface SignInForm {
	/** What its first field is for; any form has one for an address. */
	asks: 'password' | 'name' | 'address';
	/** Whether the page calls itself a sign-in page. */
	isNamed: boolean;
	/** Characters of the form's own text. */
	textLength: number;
}

/** The form that may make a page a sign-in page; call this before cleaning the page, which removes forms. */
export function findSignInForm(document: Document, url: string): SignInForm | undefined {
	const fields = [
		['password', PASSWORD],
		['name', NAME],
		['address', ADDRESS],
	] as const;
	const found = fields
		.map(([asks, selector]) => ({ asks, field: findShown(document, selector) }))
		.find(({ field }) => field !== undefined);
	if (found?.field === undefined) return undefined;
	const form = found.field.closest('form') ?? found.field.parentElement;
	return {
		asks: found.asks,
		isNamed: callsItselfSignIn(document, url),
		textLength: collapse(form?.textContent ?? '').length,
	};
}

/**
 * Whether a page is there to let its user sign in rather than to be read.
 * @param text everything that the page shows
 */
export function isSignInPage(form: SignInForm | undefined, text: string): boolean {
	if (form === undefined) return false;
	const { length } = collapse(text);
	if (length > LONGEST_SIGN_IN_CHARACTERS) return false;
	const isBare = length - form.textLength <= MOST_OTHER_CHARACTERS;
	switch (form.asks) {
		case 'password':
			return form.isNamed || isBare;
		case 'name':
			return form.isNamed;
		case 'address':
			return form.isNamed && isBare;
	}
}

function collapse(text: string): string {
	return text.replace(/\s+/g, ' ').trim();
}

function findShown(document: Document, selector: string): Element | undefined {
	return [...document.querySelectorAll(selector)].find((field) => field.closest(HIDING) === null);
}

function callsItselfSignIn(document: Document, url: string): boolean {
	const headings = [...document.querySelectorAll('h1, h2, h3, legend')].slice(0, 5);
	const names = [document.title, ...headings.map(({ textContent }) => textContent)];
	return isSignInAddress(url) || names.some(namesSignIn);
}

const namesSignIn = (name: string): boolean => SIGN_IN_WORDS.test(name.replaceAll('_', '-'));

/** Whether an address is named like a sign-in page: `https://login.example.com/`, `/users/sign_in`. */
export function isSignInAddress(url: string): boolean {
	const { hostname = '', pathname = '', hash = '' } = URL.parse(url) ?? {};
	return [hostname, pathname, hash].some(namesSignIn);
}

/** What the reader of a sign-in page should know. */
export function describeSignIn(url: string): string {
	return `This looks like a sign-in page: ${url}. To read what is behind it, sign in with cookies or browser actions: in n8n, turn on 'Login From Credential' in Options.`;
}
