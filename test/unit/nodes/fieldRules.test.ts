import { type ESLint, Linter } from 'eslint';
import { parser } from 'typescript-eslint';
import type { INodeProperties } from 'n8n-workflow';
import { packageNodes } from '../../support/packageNodes';

/** It has no types. */
const n8nNodesBase = jest.requireActual<
	ESLint.Plugin & { configs: { nodes: { rules: Linter.RulesRecord } } }
>('eslint-plugin-n8n-nodes-base');

/** Ours are in the order in which they are used, with limits below other options. */
const ORDER = /unsorted-items$/;

/** The API gives 10 results of each source, and at most 20. */
const OF_SEARCH = ['default-wrong-for-limit', 'description-wrong-for-limit'];

/** As `n8n-node lint` has it (@n8n/node-cli 0.48). */
const OFF = 'node-param-type-options-max-value-present';

function fieldRules(): Linter.RulesRecord {
	const names = Object.keys(n8nNodesBase.configs.nodes.rules).filter(
		(name) => name.includes('/node-param-') && !name.endsWith(OFF) && !ORDER.test(name),
	);
	return Object.fromEntries(names.map((name) => [name, 'error']));
}

/** A value as somebody would write it: the rules look at indentation. */
function toSource(value: unknown, indent: string): string {
	const inner = `${indent}\t`;
	if (Array.isArray(value)) {
		const entries = value.map((entry) => `${inner}${toSource(entry, inner)},\n`);
		return entries.length === 0 ? '[]' : `[\n${entries.join('')}${indent}]`;
	}
	if (typeof value === 'object' && value !== null) {
		const entries = Object.entries(value).map(
			([name, entry]) =>
				`${inner}${/^[a-z]\w*$/i.test(name) ? name : `'${name}'`}: ${toSource(entry, inner)},\n`,
		);
		return entries.length === 0 ? '{}' : `{\n${entries.join('')}${indent}}`;
	}
	return typeof value === 'string'
		? `'${JSON.stringify(value).slice(1, -1).replace(/\\"/g, '"').replace(/'/g, "\\'")}'`
		: String(value);
}

/** What n8n's own rules for fields say of them, once made: its lint reads only what is written out. */
function findings(fields: readonly INodeProperties[]): string[] {
	const text = `export class Node implements INodeType {\n\tdescription = {\n\t\tproperties: ${toSource(fields, '\t\t')},\n\t};\n}\n`;
	const config: Linter.Config = {
		files: ['**/*.ts'],
		languageOptions: { parser },
		plugins: { 'n8n-nodes-base': n8nNodesBase },
		rules: fieldRules(),
	};
	const messages = new Linter().verify(text, [config], 'nodes/Node/Node.node.ts');
	const lines = text.split('\n');
	return messages.map(({ ruleId, message, line }) =>
		[ruleId, message, lines[line - 1]?.trim()].join(': '),
	);
}

const known = new Set<string>();

/** Many operations share their fields. */
function isNew({ displayOptions: _, ...field }: INodeProperties): boolean {
	const key = JSON.stringify(field);
	return known.size < known.add(key).size;
}

test.each(packageNodes.map(({ name, description }) => [name, description.properties] as const))(
	'the fields of %s keep the rules that n8n has for them',
	(name, properties) => {
		const excepted = name === 'search' ? OF_SEARCH : [];
		const found = findings(properties.filter(isNew));
		expect(found.filter((text) => !excepted.some((rule) => text.includes(rule)))).toEqual([]);
	},
);

test('a field that breaks one is found', () => {
	const field: INodeProperties = {
		displayName: 'use proxy',
		name: 'useProxy',
		type: 'boolean',
		default: false,
		description: 'Opens pages elsewhere',
	};
	expect(findings([field]).join('\n')).toMatch(/miscased[^]*without-whether/);
});
