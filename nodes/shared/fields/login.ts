import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
} from 'n8n-workflow';
import {
	InputError,
	readAddedFlag,
	readExactText,
	readGroup,
	readText,
	type ParameterValues,
} from '../items/parameterValues';
import { parseUrl } from '../transport/parseUrl';
import { isRecord, readTexts } from '../transport/serviceBody';
import { flagField, named } from './field';

/** The credential type that keeps a website's login out of workflows. */
export const LOGIN_TYPE = 'webDataLoginApi';

/** Entry of the options collection; while it is on, the node asks for the credential. */
export const loginOption = named(
	'useLogin',
	flagField(
		"Whether to open pages with the cookies of a credential 'Web Data Login API', chosen at the top of this panel. Browser actions can type its user name and password. All addresses must belong to the credential's site. The login is not saved with the workflow.",
		{ displayName: 'Login From Credential', default: true },
	),
);

const SITE = { name: 'site', displayName: 'Site' };
const COOKIES = { name: 'cookieSecret', displayName: 'Cookies' };

/** Parameter name of a credential until the addresses have been checked. */
const SEALED = 'sealedLogin';

/** Name of what `useLoginOn` found to be for the addresses. */
const OPENED = 'openedLogin';

/**
 * The parameters of an item with the credential of its login among them, where the node is set to use
 * one. It stays sealed: only `useLoginOn`, which is given the addresses, makes it usable, so an
 * operation that does not check its addresses sends nothing of it.
 */
export async function withLogin(
	context: {
		getCredentials(type: string, itemIndex?: number): Promise<ICredentialDataDecryptedObject>;
	},
	values: ParameterValues,
	itemIndex?: number,
): Promise<ParameterValues> {
	const { options } = values;
	if (!isRecord(options) || !readAddedFlag(options, loginOption)) return values;
	return { ...values, [SEALED]: await context.getCredentials(LOGIN_TYPE, itemIndex) };
}

/**
 * The parameters of an item with the login that it may use on these addresses: the cookies in the
 * options, the rest for `readLogin`. As they are where the node uses no credential.
 * @param urls every address that is opened, as `readUrls` gives them
 * @param field display name of the field that contains them
 * @throws InputError when the credential names no site, an address is not of that site, or cookies are
 * given twice
 */
export function useLoginOn(
	values: ParameterValues,
	urls: readonly string[],
	field: string,
): ParameterValues {
	const { [SEALED]: secrets, ...others } = values;
	if (!isRecord(secrets)) return values;
	refuseOtherSites(readSite(secrets), urls, field);
	const cookies = readText(secrets, COOKIES);
	if (cookies === '') return { ...others, [OPENED]: secrets };
	const options = readGroup(values, 'options');
	if (readText(options, { name: 'cookies', displayName: 'Cookies' }) !== '') {
		throw new InputError(
			'Cookies',
			'are given in Options and by the credential',
			"Remove 'Cookies' from Options, or empty them in the credential.",
		);
	}
	return { ...others, [OPENED]: secrets, options: { ...options, cookies } };
}

const SITE_EXAMPLE = 'Enter the host name of the website, e.g. shop.example.com.';

/** The host of an address as browsers compare it; one with a dot at its end is the same. */
function hostOf(url: string): string {
	return new URL(url).hostname.replace(/\.$/, '');
}

/** Hosts below which anybody can register a website: those of countries, such as co.uk or com.au. */
const OF_COUNTRY = /^(?:ac|co|com|edu|gob|go|gov|ne|net|or|org)\.[a-z]{2}$/;

/** The same of well-known platforms. The whole list (publicsuffix.org) has 10,000 entries. */
const OF_PLATFORMS = new Set([
	...['appspot.com', 'azurewebsites.net', 'blogspot.com', 'cloudfront.net', 'firebaseapp.com'],
	...['fly.dev', 'github.io', 'gitlab.io', 'herokuapp.com', 'myshopify.com', 'netlify.app'],
	...['onrender.com', 'pages.dev', 'vercel.app', 'web.app', 'workers.dev'],
]);

function parseSite(text: string): { host: string } | { problem: string } {
	const [bare = ''] = text
		.trim()
		.replace(/^[a-z][a-z0-9+.-]*:\/\//i, '')
		.replace(/^(?:\*\.|\.)/, '')
		.split(/[/?#]/, 1);
	if (bare === '') return { problem: 'is empty' };
	const host = parseUrl(`https://${bare}`) ? hostOf(`https://${bare}`) : '';
	if (host === '' || /[\s@*,;]/.test(bare)) return { problem: 'is not a host name' };
	// A top-level domain would be the site of everybody.
	const isWhole = host.includes('.') || host.startsWith('[') || host === 'localhost';
	if (!isWhole) return { problem: `is '${host}', which is not a website` };
	return OF_COUNTRY.test(host) || OF_PLATFORMS.has(host)
		? { problem: `is '${host}', where anyone can have a website` }
		: { host };
}

function readSite(secrets: ParameterValues): string {
	const site = parseSite(readText(secrets, SITE));
	if ('host' in site) return site.host;
	throw new InputError(
		'Site',
		site.problem,
		`Open the credential 'Web Data Login API'. ${SITE_EXAMPLE} Cookies and password are sent only to this site and its subdomains.`,
	);
}

/** An address whose host all programs read alike: no user name, and no backslash before the path. */
const PLAIN_HOST = /^https?:\/\/[^/?#@\\]+(?:[/?#]|$)/i;

function isOfSite(url: string, site: string): boolean {
	if (!PLAIN_HOST.test(url)) return false;
	const host = hostOf(url);
	return host === site || host.endsWith(`.${site}`);
}

function refuseOtherSites(site: string, urls: readonly string[], field: string): void {
	const other = urls.find((url) => !isOfSite(url, site));
	if (other === undefined) return;
	throw new InputError(
		field,
		`contains ${new URL(other).host}, but 'Login From Credential' is for ${site}`,
		`Nothing was sent. Use only addresses of ${site} and its subdomains, turn 'Login From Credential' off for others, or choose the credential of that site.`,
	);
}

/**
 * What browser actions may type.
 * @throws InputError when the node is not set to use a credential, or it lacks what is asked for
 */
export function readLogin(
	{ [OPENED]: secrets }: ParameterValues,
	name: 'userName' | 'password',
	field: string,
): string {
	if (!isRecord(secrets)) {
		throw new InputError(
			field,
			'needs a credential, but the node uses none',
			`Add '${loginOption.displayName}' in Options and choose the credential at the top of the panel.`,
		);
	}
	const text = readExactText(secrets, { name, displayName: field });
	if (text !== '') return text;
	throw new InputError(
		field,
		'needs a value that the credential does not have',
		"Add it to the credential 'Web Data Login API'.",
	);
}

/** User name and password of the login that the node may use, as far as it has them. */
export function loginTexts({ [OPENED]: secrets }: ParameterValues): string[] {
	if (!isRecord(secrets)) return [];
	return readTexts([secrets.userName, secrets.password]).filter((text) => text !== '');
}

/** Attributes that sites send with cookies. */
const ATTRIBUTES = /^(path|domain|expires|max-age|secure|httponly|samesite|priority|partitioned)$/i;

/** Whether a service will find cookies in a text: rows of a table, or pairs. */
export function findCookieProblem(text: string): string | undefined {
	if (text.includes('\t')) return undefined;
	const parts = text.split(/[;\r\n]/).filter((part) => part.trim() !== '');
	const index = parts.findIndex((part) => {
		const [name = ''] = part.split('=', 1);
		return !/^\s*[^\s=][^=]*=/.test(part) && !ATTRIBUTES.test(name.trim());
	});
	return index === -1 ? undefined : `part ${index + 1} is not a name=value pair`;
}

/**
 * n8n's test of the credential: whether there is something in it that can be used. Whether a site
 * accepts it shows when a page is opened.
 */
export async function testLogin({
	data = {},
}: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const site = parseSite(readText(data, SITE));
	if ('problem' in site) {
		return { status: 'Error', message: `'Site' ${site.problem}. ${SITE_EXAMPLE}` };
	}
	const cookies = readText(data, COOKIES);
	const isEmpty = (name: string) => readText(data, { name, displayName: name }) === '';
	if (cookies === '' && ['userName', 'password'].every(isEmpty)) {
		return { status: 'Error', message: 'Enter cookies, or a user name and password' };
	}
	const problem = findCookieProblem(cookies);
	return problem === undefined
		? { status: 'OK', message: 'Looks valid. The test does not contact the site.' }
		: { status: 'Error', message: `In 'Cookies', ${problem}. Write session=abc; theme=dark` };
}
