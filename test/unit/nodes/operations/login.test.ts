import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	INodeParameters,
} from 'n8n-workflow';
import { Scrape } from '../../../../nodes/Scrape/Scrape.node';
import { testLogin } from '../../../../nodes/shared/fields/login';
import { speedUpSystemClock } from '../../../support/fastClock';
import { sendJson, startServer, type LoopbackServer } from '../../../support/loopbackServer';
import { runWorkflow, type NodeOutcome } from '../../../support/n8nWorkflow';
import { packageNodes } from '../../../support/packageNodes';

const LOGIN = { cookieSecret: 'session=abcdef', userName: 'anna', password: 'p455w0rd' };

let service: LoopbackServer;
/** What the service says of a submit. */
let refusal: string | undefined;

beforeEach(async () => {
	speedUpSystemClock();
	refusal = undefined;
	service = await startServer(({ method }, response) => {
		if (refusal !== undefined) sendJson(response, 400, { status: 'error', message: refusal });
		else if (method === 'POST') sendJson(response, 202, { status: 'queued', jobId: 'j-1' });
		else {
			const data = [{ url: 'https://a.test', title: 'A', markdownContent: '# A', success: true }];
			sendJson(response, 200, { status: 'completed', result: { content: '# A', data } });
		}
	});
});

async function scrape(
	options: INodeParameters,
	more: INodeParameters = {},
	login: ICredentialDataDecryptedObject | undefined = LOGIN,
): Promise<NodeOutcome> {
	return await runWorkflow({
		nodeType: new Scrape(),
		parameters: { resource: 'page', operation: 'scrape', urls: 'a.test', options, ...more },
		items: [{}],
		baseUrl: service.baseUrl,
		login,
	});
}

const sentBody = () => service.sent('POST')[0]?.body;

test('cookies of a credential are sent, and stand in no output', async () => {
	const outcome = await scrape({ useLogin: true });
	expect(sentBody()).toEqual({ urls: [{ url: 'https://a.test' }], cookies: 'session=abcdef' });
	expect(outcome.status).toBe('success');
	expect(JSON.stringify(outcome)).not.toContain('abcdef');
});

test('nothing of a credential is sent unless the node is set to use it', async () => {
	await scrape({ useLogin: false });
	await scrape({});
	expect(service.sent('POST').map(({ body }) => body)).toEqual([
		{ urls: [{ url: 'https://a.test' }] },
		{ urls: [{ url: 'https://a.test' }] },
	]);
});

test('the field for cookies works as before, without a credential', async () => {
	await scrape({ cookies: 'a=b' }, {}, undefined);
	expect(sentBody()).toMatchObject({ cookies: 'a=b' });
});

test('cookies given twice are refused before anything is sent', async () => {
	const { error } = await scrape({ useLogin: true, cookies: 'a=b' });
	expect(error?.message).toContain("'Cookies' are given in Options and by the credential");
	expect(service.sent('POST')).toEqual([]);
});

test('cookies that the service repeats in a refusal are masked', async () => {
	refusal = 'No cookie was found in session=abcdef; the value abcdef is none';
	const { error } = await scrape({ useLogin: true });
	expect(error?.message).toContain('No cookie was found in ***; the value *** is none');
	expect(JSON.stringify(error)).not.toContain('abcdef');
});

describe('browser actions type a login', () => {
	const form = (...types: string[]) => ({
		actionsMode: 'form',
		actions: { action: types.map((type) => ({ type, selector: `#${type}` })) },
	});

	test('that the credential holds', async () => {
		await scrape({ useLogin: true }, form('typeUserName', 'typePassword'));
		expect(sentBody()).toMatchObject({
			urls: [
				{
					actions: [
						{ type: 'type', selector: '#typeUserName', value: 'anna' },
						{ type: 'type', selector: '#typePassword', value: 'p455w0rd' },
					],
				},
			],
		});
	});

	test('only when the node is set to use one', async () => {
		const { error } = await scrape({}, form('typePassword'));
		expect(error).toMatchObject({
			message: "'Actions, action 1' types what a credential holds, but the node uses none",
			description: expect.stringContaining("'Login From Credential'"),
		});
	});

	test('only when it is not empty', async () => {
		const { error } = await scrape({ useLogin: true }, form('typePassword'), { userName: 'anna' });
		expect(error?.message).toContain('types what the credential does not hold');
	});
});

test.each(['scrape', 'crawl', 'webDataTrigger'])(
	'%s asks for the credential only while it is to be used',
	(name) => {
		const node = packageNodes.find((known) => known.name === name);
		expect(node?.description.credentials?.[1]).toEqual({
			name: 'webDataLoginApi',
			required: true,
			testedBy: 'testLogin',
			displayOptions: { show: { 'options.useLogin': [true] } },
		});
		expect(node?.type.methods?.credentialTest?.testLogin).toBe(testLogin);
	},
);

describe('the test of the credential', () => {
	const outcomeOf = async (data: ICredentialDataDecryptedObject) =>
		await testLogin({
			id: '1',
			name: 'Login',
			type: 'webDataLoginApi',
			data,
		} satisfies ICredentialsDecrypted);

	test.each<[string, ICredentialDataDecryptedObject]>([
		['pairs', { cookieSecret: 'session=abc; theme=dark' }],
		['a header with attributes', { cookieSecret: 'Cookie: a=b; Path=/; HttpOnly' }],
		['rows of a table', { cookieSecret: 'session\tabc\t.example.com\t/' }],
		['a password alone', { password: 'x' }],
	])('accepts %s', async (_label, data) => {
		expect(await outcomeOf(data)).toMatchObject({ status: 'OK' });
	});

	test.each<[string, ICredentialDataDecryptedObject, string]>([
		['nothing', {}, 'Enter cookies, or a user name and password'],
		['what is no cookie', { cookieSecret: 'a=b; s3cr3t' }, 'Part 2 of the cookies is not'],
	])('refuses %s without repeating it', async (_label, data, words) => {
		const { status, message } = await outcomeOf(data);
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(message).not.toContain('s3cr3t');
	});
});
