import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Icon, INodeProperties } from 'n8n-workflow';
import { isRecord } from '../../../nodes/shared/transport/serviceBody';
import {
	allProperties,
	operationsOf,
	packageCredentials,
	packageNodes,
	type OperationPlace,
	type PackageNode,
} from '../../support/packageNodes';
import { packageJson, readJsonFile, ROOT } from '../../support/repositoryFiles';

const homepage = String(packageJson.homepage);

const everyOperation = packageNodes.flatMap((node) =>
	operationsOf(node).map((operation) => ({
		...operation,
		place: [node.name, operation.resource, operation.operation].filter(Boolean).join('.'),
	})),
);

const everyProperty = [
	...packageNodes.map((node) => ({ owner: node.name, properties: node.description.properties })),
	...packageCredentials.map(({ type }) => ({ owner: type.name, properties: type.properties })),
].flatMap(({ owner, properties }) =>
	allProperties(properties).map((property) => ({ owner, property })),
);

/** The files of an icon, from the root of the repository. */
function iconFiles(icon: Icon | undefined, folder: string): string[] {
	if (typeof icon !== 'object') return [];
	return [icon.light, icon.dark].map((path) => join(folder, path.replace(/^file:/, '')));
}

/** n8n's rule: one sentence has no full stop at its end, several do. */
function breaksFullStopRule(text: string): boolean {
	const withoutAbbreviations = text.replace(/\be\.g\.|\bi\.e\.|…/g, '');
	const hasSeveral = /[.!?] +\S/.test(withoutAbbreviations);
	return hasSeveral ? !/[.!?)]$/.test(text) : text.endsWith('.');
}

function schemaPath({ folder }: PackageNode, { resource, operation }: OperationPlace): string {
	return join(folder, '__schema__/v1.0.0', resource ?? '', `${operation}.json`);
}

/** The output schemas that n8n looks for: the editor's own place, and that of its assistant. */
function schemaPaths(node: PackageNode): string[] {
	const paths = operationsOf(node).map((operation) => schemaPath(node, operation));
	if (paths.length > 0) return paths;
	return ['v1.0.0.json', 'v1.0.0/output.json'].map((path) => join(node.folder, '__schema__', path));
}

/** Paths of all files in a folder of the repository. */
function filesIn(folder: string): string[] {
	if (!existsSync(join(ROOT, folder))) return [];
	return readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(ROOT.length + 1));
}

test('every folder with a node is named in package.json', () => {
	const folders = readdirSync(join(ROOT, 'nodes')).filter((name) => name !== 'shared');
	expect(packageNodes.map(({ folder }) => folder).sort()).toEqual(
		folders.map((name) => `nodes/${name}`).sort(),
	);
});

describe.each(packageNodes)('the node $name', (node) => {
	const { name, folder, source, description } = node;

	test('has one name for folder, file, class and type', () => {
		const className = name.charAt(0).toUpperCase() + name.slice(1);
		expect(source).toBe(`nodes/${className}/${className}.node.ts`);
		expect(node.type.constructor.name).toBe(className);
	});

	test('has an icon for light and one for dark', () => {
		const files = iconFiles(description.icon, folder);
		expect(new Set(files).size).toBe(2);
		for (const file of files) {
			expect(file).toMatch(/\.svg$/);
			expect(existsSync(join(ROOT, file))).toBe(true);
		}
	});

	test('says what it is, needs the credential, and can be a tool unless it starts workflows', () => {
		expect(description.displayName).toMatch(/^Web Data [A-Z][a-z]+( Trigger)?$/);
		expect(description.defaults.name).toBe(description.displayName);
		expect(description.subtitle).toBeTruthy();
		expect(description.version).toContain(1);
		expect(description.usableAsTool).toBe(description.polling ? undefined : true);
		expect(description.credentials?.[0]).toEqual({ name: 'webDataExtractionApi', required: true });
		expect(breaksFullStopRule(description.description)).toBe(false);
	});

	test('is found in the node panel by its codex file, which leads to the documentation', () => {
		const codex = readJsonFile(`${source.replace(/\.ts$/, '.json')}`);
		expect(codex.node).toBe(`${String(packageJson.name)}.${name}`);
		expect(codex.nodeVersion).toBe('1.0');
		expect(codex.categories).toEqual(expect.arrayContaining([expect.any(String)]));
		expect(codex.alias).toEqual(expect.arrayContaining([expect.any(String)]));
		const { primaryDocumentation, credentialDocumentation } = isRecord(codex.resources)
			? codex.resources
			: {};
		const inDocumentation = [{ url: expect.stringContaining(homepage) }];
		expect(primaryDocumentation).toEqual(inDocumentation);
		expect(credentialDocumentation).toEqual(inDocumentation);
	});

	test('has an output schema for every operation, and no other', () => {
		expect(filesIn(join(folder, '__schema__')).sort()).toEqual(schemaPaths(node).sort());
	});

	test.each(schemaPaths(node))('describes an item of its output in %s', (path) => {
		const schema = readJsonFile(path);
		expect(schema).toMatchObject({ type: 'object', version: 1 });
		expect(Object.keys(isRecord(schema.properties) ? schema.properties : {})).not.toEqual([]);
	});
});

describe.each(everyOperation)('the operation $place', (operation) => {
	test('has a stable value, a name in title case, and what it does for people and agents', () => {
		const { operation: value, name, action, description } = operation;
		expect(value).toMatch(/^[a-z][A-Za-z]*$/);
		expect(name).toMatch(/^[A-Z][a-z]*( ([A-Z][a-z]*|URLs))*$/);
		expect(action).toMatch(/^[A-Z].*[^.]$/);
		// n8n's guidelines: actions have no articles.
		expect(action).not.toMatch(/\b(an?|the)\b/i);
		expect(action).not.toMatch(/ [A-Z][a-z]/);
		expect(description).toBeTruthy();
		expect(breaksFullStopRule(description ?? '')).toBe(false);
	});
});

test('no two operations of a node say the same about what they do', () => {
	for (const node of packageNodes) {
		const actions = operationsOf(node).map(({ action }) => action);
		expect(new Set(actions).size).toBe(actions.length);
	}
});

describe('the words of the parameters', () => {
	/** Parameters for which something is not so, with the words in question. */
	const offenders = (isWrong: (property: INodeProperties) => boolean): string[] =>
		everyProperty
			.filter(({ property }) => isWrong(property))
			.map(({ owner, property }) => `${owner} ${property.name}: ${property.description}`);

	test('name each in title case', () => {
		expect(offenders(({ displayName }) => !/^[A-Z]/.test(displayName))).toEqual([]);
	});

	test('end with a full stop only after several sentences', () => {
		expect(offenders(({ description = '' }) => breaksFullStopRule(description))).toEqual([]);
	});

	test('begin with "Whether" for a toggle', () => {
		const isWrong = ({ type, description = '' }: INodeProperties) =>
			type === 'boolean' && !description.startsWith('Whether ');
		expect(offenders(isWrong)).toEqual([]);
	});

	test('give examples as such', () => {
		const isWrong = ({ placeholder = 'e.g. ' }: INodeProperties) =>
			!/^(e\.g\. |Add )/.test(placeholder);
		expect(offenders(isWrong)).toEqual([]);
	});
});

/** Operations that start jobs somebody pays for. */
const STARTERS = [
	'crawl.crawl.run',
	'crawl.crawl.extract',
	'parse.document.parse',
	'parse.document.parseBatch',
	'scrape.page.scrape',
	'search.search',
];

describe.each(STARTERS)('%s, which starts paid jobs,', (place) => {
	const operation = everyOperation.find((candidate) => candidate.place === place);
	const node = packageNodes.find(({ name }) => place.startsWith(`${name}.`));
	const properties = (node?.description.properties ?? []).filter(
		({ displayOptions }) =>
			displayOptions?.show?.operation?.includes(operation?.operation ?? '') &&
			(operation?.resource === undefined ||
				displayOptions.show.resource?.includes(operation.resource)),
	);

	test('waits unless told not to', () => {
		const named = (list: readonly INodeProperties[]) =>
			list.find(({ name }) => name === 'waitForCompletion')?.default;
		const options = properties
			.filter(({ name }) => name === 'options')
			.flatMap((field) => allProperties([field]));
		// An entry of the options is added to turn waiting off.
		expect(named(properties) ?? named(options)).toBe(named(properties) !== undefined);
	});

	test('has the options to bound time, number and spend', () => {
		const options = properties.find(({ name }) => name === 'options');
		const names = options ? allProperties([options]).map(({ name }) => name) : [];
		expect(names).toEqual(
			expect.arrayContaining(['maxConcurrentJobs', 'maxJobs', 'onTimeout', 'timeout']),
		);
	});
});

describe.each(packageCredentials)('the credential of $source', ({ type, folder }) => {
	test('leads to the documentation', () => {
		expect(type.documentationUrl).toContain(homepage);
	});

	test('has an icon for light and one for dark', () => {
		const files = iconFiles(type.icon, folder);
		expect(files).toHaveLength(2);
		expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
	});

	test('hides its secrets', () => {
		const shown = type.properties.filter(({ typeOptions }) => typeOptions?.password !== true);
		expect(shown.map(({ name }) => name)).toEqual(
			type.name === 'webDataLoginApi'
				? ['site', 'userName']
				: ['baseUrl', 'authentication', 'ignoreSslIssues'],
		);
	});
});

describe('the credential of the API', () => {
	const type = packageCredentials.find((known) => known.type.name === 'webDataExtractionApi')?.type;

	test('is tested by a request that costs nothing and honours the base URL', () => {
		expect(type?.test?.request).toMatchObject({
			url: '/usage-stats',
			qs: { range: '7d' },
			disableFollowRedirect: true,
		});
		expect(type?.test?.request.baseURL).toContain('$credentials.baseUrl');
	});
});
