import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readConfig, settingsTable } from '../../../service/src/config';

describe('the configuration', () => {
	it('has the documented defaults', () => {
		expect(readConfig({})).toMatchObject({
			port: 8330,
			host: '127.0.0.1',
			apiKeys: [],
			allowPrivateAddresses: false,
			maxConcurrentPages: 4,
			rateLimit: { requests: 0, windowSeconds: 900 },
			chromiumPath: undefined,
			allowUnsandboxedBrowser: false,
			proxy: undefined,
			languageModel: undefined,
			searchUrl: undefined,
			costs: { page: 1, thousandTokens: 1, captcha: 5, tenResults: 1, documentPage: 1 },
			monthlyScrapeLimit: 0,
			keepDays: 30,
			publicUrl: undefined,
			trustProxy: false,
			maxUnfinishedJobs: 5000,
			maxUploadBytes: 10_737_418_240,
			logLevel: 'info',
		});
	});

	it('is what the README lists, no more and no less', () => {
		const readme = readFileSync(resolve('service/README.md'), 'utf8');
		const [, section = ''] = readme.split(/^## Settings$/m);
		const rows = section.split(/^## /m)[0]?.match(/^\| `[A-Z].*?\|/gm) ?? [];
		const listed = rows.flatMap((row) => row.match(/[A-Z][A-Z0-9_]+/g) ?? []);
		expect(listed.toSorted()).toEqual(Object.keys(settingsTable.shape).toSorted());
	});

	it.each([
		['true', true],
		['false', false],
		['', false],
		['intranet, 10.0.0.7:8080', ['intranet', '10.0.0.7:8080']],
	])('reads ALLOW_PRIVATE_ADDRESSES %p', (value, expected) => {
		expect(readConfig({ ALLOW_PRIVATE_ADDRESSES: value }).allowPrivateAddresses).toEqual(expected);
	});

	it('takes a language model with and without a key', () => {
		const given = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'small' };
		const model = { baseUrl: 'http://127.0.0.1:1/v1', model: 'small' };

		expect(readConfig(given).languageModel).toEqual({ ...model, apiKey: undefined });
		expect(readConfig({ ...given, LLM_API_KEY: 'k' }).languageModel).toEqual({
			...model,
			apiKey: 'k',
		});
	});

	it('takes how long a model is waited for, how much it reads and what else it is asked', () => {
		const given = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'small' };
		const set = {
			LLM_TIMEOUT_SECONDS: '600',
			LLM_MAX_CHARACTERS: '12000',
			LLM_EXTRA_BODY: '{"temperature":0,"options":{"num_ctx":16384}}',
		};

		expect(readConfig({ ...given, ...set }).languageModel).toMatchObject({
			timeoutMs: 600_000,
			maxPageCharacters: 12_000,
			extraBody: { temperature: 0, options: { num_ctx: 16_384 } },
		});
	});

	it.each([
		['LLM_TIMEOUT_SECONDS', '0', 'from 1 to 86400'],
		['LLM_MAX_CHARACTERS', 'many', 'from 1000 to 10000000'],
		['LLM_EXTRA_BODY', '[1]', 'set a JSON object'],
		['LLM_EXTRA_BODY', '{temperature:0}', 'set a JSON object'],
		['LLM_EXTRA_BODY', '{"model":"x"}', 'leave out model'],
		['LLM_BASE_URL', 'http://127.0.0.1:11434/api/chat', 'up to its version'],
		['LLM_BASE_URL', 'https://api.openai.com/v1/responses', 'up to its version'],
		['LLM_BASE_URL', 'https://x.openai.azure.com/openai/deployments/y', 'api-version'],
	])('refuses %s %p with the fix', (name, value, fix) => {
		const given = { LLM_BASE_URL: 'http://127.0.0.1:1/v1', LLM_MODEL: 'small', [name]: value };

		expect(() => readConfig(given)).toThrow(fix);
	});

	it('takes a proxy with a place for the country', () => {
		const proxyUrl = 'http://user-{country}:secret@proxy.example:3128';

		expect(readConfig({ PROXY_URL: proxyUrl }).proxy).toEqual({
			url: proxyUrl,
			resolvesNames: false,
		});
		const outside = readConfig({ PROXY_URL: proxyUrl, PROXY_RESOLVES_NAMES: 'true' });
		expect(outside.proxy?.resolvesNames).toBe(true);
	});

	it('keeps jobs for as long as it is told, and for good when told so', () => {
		expect(readConfig({ KEEP_DAYS: '1' }).keepDays).toBe(1);
		expect(readConfig({ KEEP_DAYS: '0' }).keepDays).toBe(0);
	});

	it('knows the proxies in front', () => {
		expect(readConfig({ TRUST_PROXY: 'true' }).trustProxy).toBe(true);
		expect(readConfig({ TRUST_PROXY: 'false' }).trustProxy).toBe(false);
		expect(readConfig({ TRUST_PROXY: '10.0.0.1, 192.168.0.0/16' }).trustProxy).toEqual([
			'10.0.0.1',
			'192.168.0.0/16',
		]);
		expect(readConfig({ PUBLIC_URL: 'https://Extraction.Example.com:443' }).publicUrl).toBe(
			'https://extraction.example.com',
		);
	});

	it.each([
		[{}, { kind: 'folder', directory: '/data', isShared: false }],
		[{ FILES_URL: '/mnt/files' }, { kind: 'folder', directory: '/mnt/files', isShared: true }],
		[
			{ FILES_URL: 's3://bucket-1', AWS_REGION: 'eu-central-1' },
			{
				kind: 's3',
				bucket: { name: 'bucket-1', region: 'eu-central-1', endpoint: undefined },
				prefix: '',
			},
		],
		[
			{ FILES_URL: 's3://bucket-1/a//b/', AWS_ENDPOINT_URL: 'http://minio:9000' },
			{
				kind: 's3',
				bucket: { name: 'bucket-1', region: 'us-east-1', endpoint: 'http://minio:9000' },
				prefix: 'a/b/',
			},
		],
	])('knows where files are kept: %j', (settings, expected) => {
		expect(readConfig({ DATA_DIR: '/data', ...settings }).files).toEqual(expected);
	});

	it.each(['s3://', 's3://UPPER/x', 'https://bucket.example', 'gs://bucket'])(
		'keeps no files at %s',
		(place) => {
			const message = 'The setting FILES_URL is wrong: set s3://bucket, s3://bucket/prefix';
			expect(() => readConfig({ FILES_URL: place })).toThrow(message);
		},
	);

	it('names every wrong setting at once, and never its value', () => {
		const read = () => readConfig({ PORT: '99999', PROXY_URL: 'secret-word', LLM_MODEL: 'small' });

		expect(read).toThrow('The setting PORT is wrong: set a whole number from 0 to 65535.');
		expect(read).toThrow('The setting PROXY_URL is wrong: set an address such as');
		expect(read).not.toThrow('secret-word');
	});

	describe('on several machines', () => {
		const DATABASE_URL = 'postgres://service:secret-password@database/extraction';

		it('has a part in the work of those that share a Postgres', () => {
			expect(readConfig({ DATABASE_URL, ROLE: 'worker' })).toMatchObject({
				role: 'worker',
				databaseUrl: DATABASE_URL,
				files: { kind: 'folder', isShared: true },
			});
			expect(readConfig({})).toMatchObject({ role: 'all', databaseUrl: undefined });
		});

		it.each([{ ROLE: 'api' }, { ROLE: 'boss', DATABASE_URL }])('refuses %j', (environment) => {
			expect(() => readConfig(environment)).toThrow(/^The setting ROLE is wrong: set /);
		});

		it('refuses another database, and does not repeat its password', () => {
			const url = DATABASE_URL.replace('postgres:', 'mysql:');
			expect(() => readConfig({ DATABASE_URL: url })).toThrow(/^The setting DATABASE_URL is wrong/);
			expect(() => readConfig({ DATABASE_URL: url })).not.toThrow(/secret-password/);
		});
	});
});
