import type {
	ICredentialDataDecryptedObject,
	ICredentialsDecrypted,
	INodeParameters,
} from 'n8n-workflow';
import { Crawl } from '../../../../nodes/Crawl/Crawl.node';
import { Scrape } from '../../../../nodes/Scrape/Scrape.node';
import { pageScrape } from '../../../../nodes/Scrape/operations/pageScrape';
import { testLogin } from '../../../../nodes/shared/fields/login';
import { speedUpSystemClock } from '../../../support/fastClock';
import { sendJson, startFakeService, type LoopbackServer } from '../../../support/loopbackServer';
import { runWorkflow, type NodeOutcome } from '../../../support/n8nWorkflow';
import { toolWithOperations } from '../../../support/nodeProbe';
import { packageNodes } from '../../../support/packageNodes';

const LOGIN = {
	site: 'a.test',
	cookieSecret: 'session=abcdef',
	userName: 'anna',
	password: 'p455w0rd',
};

let service: LoopbackServer;
/** What the service says of a submit. */
let refusal: string | undefined;

beforeEach(async () => {
	speedUpSystemClock();
	refusal = undefined;
	service = await startFakeService(({ method }, response) => {
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
		parameters: {
			...{ resource: 'page', operation: 'scrape', urls: 'a.test', pageContent: 'whole' },
			...{ options, ...more },
		},
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

test('a password that a failed job repeats is masked, in warnings too', async () => {
	const words = 'Could not type p455w0rd into #typePassword with session=abcdef';
	service = await startFakeService(({ method, path }, response) => {
		const data = [{ url: 'https://a.test', title: 'A', markdownContent: '# A', success: true }];
		const done = { status: 'completed', result: { content: '# A', data, warnings: [words] } };
		if (method === 'POST') sendJson(response, 202, { status: 'queued', jobId: 'j-1' });
		else if (path.includes('/scrape/j-1')) sendJson(response, 200, failures[0] ?? done);
		else sendJson(response, 404, { status: 'error', message: 'Not found' });
	});
	const typing = { type: 'typePassword', selector: '#typePassword', pressEnter: true };
	const actions = { actions: { action: [typing] } };
	const failures: object[] = [];
	const warned = await scrape({ useLogin: true, ...actions });
	expect(JSON.stringify(warned.hints)).toContain('Could not type *** into');
	failures.push({ status: 'failed', error: words, result: null });
	const failed = await scrape({ useLogin: true, ...actions });
	expect(failed.error?.message).toContain('Could not type *** into #typePassword with ***');
	expect(JSON.stringify([warned, failed])).not.toMatch(/p455w0rd|abcdef/);
});

test('where a form led to shows what was searched for, and not what a credential typed', async () => {
	const finalUrl = 'https://a.test/?user=anna&pass=p455w0rd&q=desk+lamp&next=/anna';
	service = await startFakeService(({ method }, response) => {
		const data = [
			{ url: 'https://a.test', title: 'A', markdownContent: '#', success: true, finalUrl },
		];
		const done = { status: 'completed', result: { content: '#', data } };
		if (method === 'POST') sendJson(response, 202, { status: 'queued', jobId: 'j-1' });
		else sendJson(response, 200, done);
	});
	const steps = [
		{ type: 'typePassword', selector: '#pass' },
		{ type: 'type', selector: '#q', text: 'desk lamp' },
	];
	const typed = await scrape({
		useLogin: true,
		actions: { action: [{ type: 'typeUserName', selector: '#u' }, ...steps] },
	});
	const shown = 'https://a.test/?user=***&pass=***&q=desk+lamp&next=/***';
	expect(typed.outputs[0]?.[0]?.json).toMatchObject({ finalUrl: shown });
	expect(service.sent('POST')[0]?.body).not.toHaveProperty('login');
});

test.each([
	'[{"type":"type","value":"p455w0rd"},]',
	"[{'type':'type','value':'p455w0rd'}]",
	'// p455w0rd\n[]',
	'[{"type":"type","value":"p455w0rd" x}]',
])('what is wrong with actions as JSON is said without them: %s', async (actionsJson) => {
	const { error } = await scrape({ actionsJson }, {}, undefined);
	expect(error?.message).toContain("'Browser Actions (JSON)' is not valid JSON");
	expect(JSON.stringify([error?.message, error?.description])).not.toMatch(/p455|w0rd/);
	expect(service.sent('POST')).toEqual([]);
});

describe('a login is for its site', () => {
	test.each([
		['its host', 'https://a.test/page'],
		['a subdomain', 'https://shop.a.test/'],
		['the host in capitals, with a port', 'HTTP://A.TEST:8080/x'],
	])('and is sent to %s', async (_label, urls) => {
		await scrape({ useLogin: true }, { urls });
		expect(sentBody()).toMatchObject({ cookies: 'session=abcdef' });
	});

	test.each([
		['another host', 'https://evil.test/'],
		['a host that ends alike', 'https://nota.test/'],
		['a host that begins alike', 'https://a.test.evil.test/'],
		['another host behind a user name', 'https://a.test@evil.test/'],
		['what some programs read as another host', 'https://a.test\\@evil.test/'],
		['the parent domain', 'https://test/'],
		['a list with one other host', 'https://a.test/\nhttps://evil.test/'],
	])('and %s is refused before anything is sent', async (_label, urls) => {
		const { error } = await scrape({ useLogin: true }, { urls });
		expect(error).toMatchObject({
			message: expect.stringContaining("'Login From Credential' is for a.test"),
			description: expect.stringContaining('Nothing was sent'),
		});
		expect(service.sent('POST')).toEqual([]);
	});

	test('and a credential that was saved without a site is refused with the fix', async () => {
		const { error } = await scrape({ useLogin: true }, {}, { cookieSecret: 'session=abcdef' });
		expect(error).toMatchObject({
			message: "'Site' is empty",
			description: expect.stringContaining("Open the credential 'Web Data Login API'"),
		});
		expect(service.sent('POST')).toEqual([]);
	});

	test('and a crawl elsewhere is refused', async () => {
		const { error } = await runWorkflow({
			nodeType: new Crawl(),
			parameters: {
				resource: 'crawl',
				operation: 'run',
				baseUrl: 'https://evil.test/',
				options: { useLogin: true },
			},
			items: [{}],
			baseUrl: service.baseUrl,
			login: LOGIN,
		});
		expect(error?.message).toContain("'Start URL' contains evil.test");
		expect(service.sent('POST')).toEqual([]);
	});

	test('and an agent that asks for another address as a tool is refused', async () => {
		const { resource: _none, ...operation } = pageScrape;
		const tool = toolWithOperations([operation]);
		Object.assign(tool.description, { credentials: new Scrape().description.credentials });
		const outcome = await runWorkflow({
			nodeType: tool,
			parameters: {
				operation: 'scrape',
				urls: '={{ $json.chosenByModel }}',
				options: { useLogin: true },
			},
			items: [{ chosenByModel: 'https://evil.test/?take=it' }],
			baseUrl: service.baseUrl,
			login: LOGIN,
		});
		expect(outcome.error?.message).toContain("'URLs' contains evil.test");
		expect(service.sent('POST')).toEqual([]);
	});
});

describe('browser actions type a login', () => {
	const form = (...types: string[]) => ({
		actions: { action: types.map((type) => ({ type, selector: `#${type}` })) },
	});

	test('that the credential holds', async () => {
		await scrape({ useLogin: true, ...form('typeUserName', 'typePassword') });
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
		const { error } = await scrape(form('typePassword'));
		expect(error).toMatchObject({
			message: "'Browser Actions, action 1' needs a credential, but the node uses none",
			description: expect.stringContaining("'Login From Credential'"),
		});
	});

	test('only when it is not empty', async () => {
		const { error } = await scrape(
			{ useLogin: true, ...form('typePassword') },
			{},
			{
				site: 'a.test',
				userName: 'anna',
			},
		);
		expect(error?.message).toContain('needs a value that the credential does not have');
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
		['pairs', { site: 'example.com', cookieSecret: 'session=abc; theme=dark' }],
		[
			'a header with attributes',
			{ site: 'https://example.com/login', cookieSecret: 'Cookie: a=b; Path=/; HttpOnly' },
		],
		['rows of a table', { site: '.example.com', cookieSecret: 'session\tabc\t.example.com\t/' }],
		['a password alone', { site: 'localhost:8080', password: 'x' }],
	])('accepts %s', async (_label, data) => {
		expect(await outcomeOf(data)).toMatchObject({ status: 'OK' });
	});

	test.each<[string, ICredentialDataDecryptedObject, string]>([
		['nothing', { site: 'a.test' }, 'Enter cookies, or a user name and password'],
		['a login without its site', { cookieSecret: 'a=b' }, "'Site' is empty"],
		[
			'a top-level domain',
			{ site: 'com', password: 'x' },
			"'Site' is 'com', which is not a website",
		],
		['several sites', { site: 'a.test, b.test', password: 'x' }, "'Site' is not a host name"],
		['what is no cookie', { site: 'a.test', cookieSecret: 'a=b; s3cr3t' }, 'part 2 is not'],
	])('refuses %s without repeating it', async (_label, data, words) => {
		const { status, message } = await outcomeOf(data);
		expect(status).toBe('Error');
		expect(message).toContain(words);
		expect(message).not.toContain('s3cr3t');
	});
});
