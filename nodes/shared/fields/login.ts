import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	INodeCredentialTestResult,
	INodeProperties,
} from 'n8n-workflow';
import { InputError } from '../items/inputError';
import { readExactText, readFlag, readText, type ParameterValues } from '../items/parameterValues';
import { isRecord } from '../transport/serviceBody';

/** The credential type that keeps a website's login out of workflows. */
export const LOGIN_TYPE = 'webDataLoginApi';

const FIELD = 'Login From Credential';

/** Entry of the options collection; while it is on, the node asks for the credential. */
export const loginOption: INodeProperties = {
	displayName: FIELD,
	name: 'useLogin',
	type: 'boolean',
	default: true,
	description:
		"Whether to open pages with the cookies of a credential 'Web Data Login API', chosen at the top of this panel. Browser actions can type its user name and password. Nothing of it is saved with the workflow.",
};

/** The part of n8n's contexts that gives credentials. */
export interface CredentialSource {
	getCredentials(type: string, itemIndex?: number): Promise<ICredentialDataDecryptedObject>;
}

/**
 * The parameters of an item with the login of its credential among them, where the node is set to use
 * one: the cookies in the options, the rest for `readLogin`.
 * @throws InputError when cookies are given twice
 */
export async function withLogin(
	context: CredentialSource,
	values: ParameterValues,
	itemIndex?: number,
): Promise<ParameterValues> {
	const { options } = values;
	if (!isRecord(options) || !readFlag(options, loginOption.name, FIELD)) return values;
	const login = await context.getCredentials(LOGIN_TYPE, itemIndex);
	const cookies = readText(login, 'cookieSecret', 'Cookies');
	if (cookies === '') return { ...values, login };
	if (readText(options, 'cookies', 'Cookies') !== '') {
		throw new InputError(
			'Cookies',
			'are given in Options and by the credential',
			"Remove 'Cookies' from Options, or empty them in the credential.",
		);
	}
	return { ...values, login, options: { ...options, cookies } };
}

/**
 * What browser actions may type.
 * @throws InputError when the node is not set to use a credential, or it lacks what is asked for
 */
export function readLogin(
	{ login }: ParameterValues,
	name: 'userName' | 'password',
	field: string,
): string {
	if (!isRecord(login)) {
		throw new InputError(
			field,
			'types what a credential holds, but the node uses none',
			`Add '${FIELD}' in Options and choose the credential at the top of the panel.`,
		);
	}
	const text = readExactText(login, name, field);
	if (text !== '') return text;
	throw new InputError(
		field,
		'types what the credential does not hold',
		"Fill it in in the credential 'Web Data Login API'.",
	);
}

/** Attributes that stand beside cookies in what sites send. */
const ATTRIBUTES = /^(path|domain|expires|max-age|secure|httponly|samesite|priority|partitioned)$/i;

/** Whether a service will find cookies in a text: rows of a table, or pairs. */
function findCookieProblem(text: string): string | undefined {
	if (text.includes('\t')) return undefined;
	const parts = text.split(/[;\r\n]/).filter((part) => part.trim() !== '');
	const index = parts.findIndex((part) => {
		const [name = ''] = part.split('=', 1);
		return !/^\s*[^\s=][^=]*=/.test(part) && !ATTRIBUTES.test(name.trim());
	});
	return index === -1 ? undefined : `Part ${index + 1} of the cookies is not a name=value pair`;
}

/**
 * n8n's test of the credential: whether there is something in it that can be used. Whether a site
 * accepts it shows when a page is opened.
 */
export async function testLogin({
	data = {},
}: ICredentialsDecrypted): Promise<INodeCredentialTestResult> {
	const [cookies = '', ...others] = ['cookieSecret', 'userName', 'password'].map((name) =>
		readText(data, name, name),
	);
	if (cookies === '' && others.every((text) => text === '')) {
		return { status: 'Error', message: 'Enter cookies, or a user name and password' };
	}
	const problem = findCookieProblem(cookies);
	return problem === undefined
		? { status: 'OK', message: 'Can be used; whether a site accepts it shows on its pages' }
		: { status: 'Error', message: `${problem}: write session=abc; theme=dark` };
}
