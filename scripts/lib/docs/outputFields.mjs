import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository, readJson } from '../repository.mjs';
import { fieldMeanings } from './fieldMeanings.mjs';

/** Names of operations, by their values, where the name is not the value in words. */
const OPERATION_NAMES = new Map([
	['extract', 'Extract Again'],
	['listAddresses', 'List URLs'],
]);

const INTRODUCTION = `<!-- Generated from nodes/*/__schema__ by \`npm run generate\`. Changes here are lost. -->

# Output fields

The fields of the items of each operation. Fields appear only where there is something to say, and the fields of your own schema come on top. See the page of each node for when you get which item.
`;

/** @param {string} value e.g. \`scrapeLog\` @returns {string} e.g. \`Scrape Log\` */
function toTitle(value) {
	const words = value.replaceAll(/[A-Z]/g, ' $&');
	return words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param {{ type?: string | string[] }} schema */
function describeType({ type }) {
	return [type ?? 'any'].flat().join(' or ').replace('array', 'list');
}

/**
 * @param {string} node
 * @param {string} name
 */
function meaningOf(node, name) {
	const meaning = fieldMeanings[`${node}.${name}`] ?? fieldMeanings[name];
	if (meaning === undefined) {
		throw new Error(
			`The output field '${name}' of ${node} is new: say what it holds in scripts/lib/docs/fieldMeanings.mjs.`,
		);
	}
	return meaning;
}

/**
 * @param {string} node
 * @param {string} file A schema of an operation's items.
 */
function fieldTable(node, file) {
	/** @type {{ properties: Record<string, { type?: string | string[] }> }} */
	const { properties } = readJson(file);
	const rows = Object.entries(properties).map(
		([name, schema]) => `| \`${name}\` | ${describeType(schema)} | ${meaningOf(node, name)} |`,
	);
	return ['| Field | Type | What it holds |', '| --- | --- | --- |', ...rows].join('\n');
}

/**
 * The schemas of a node, with the headings of their operations as the editor shows them.
 * @param {string} node
 */
function schemasOf(node) {
	const folder = inRepository('nodes', node, '__schema__/v1.0.0');
	return readdirSync(folder, { encoding: 'utf8', recursive: true })
		.filter((file) => file.endsWith('.json'))
		.sort()
		.map((file) => {
			const [operation = '', resource] = file
				.replace(/\.json$/, '')
				.split(path.sep)
				.reverse();
			const name = OPERATION_NAMES.get(operation) ?? toTitle(operation);
			return {
				heading: [resource && toTitle(resource), name].filter(Boolean).join(': '),
				file: path.join(folder, file),
			};
		});
}

/**
 * What the editor calls a node.
 * @param {string} node The name of its folder.
 */
function nodeName(node) {
	const source = readFileSync(inRepository('nodes', node, `${node}.node.ts`), 'utf8');
	const name = /displayName: '([^']+)'/.exec(source)?.[1];
	if (name === undefined) throw new Error(`${node}.node.ts has no display name.`);
	return name;
}

/** @returns {string} The text of docs/outputs.md, before it is formatted. */
export function describeOutputFields() {
	const nodes = readdirSync(inRepository('nodes')).filter((name) =>
		existsSync(inRepository('nodes', name, '__schema__')),
	);
	const sections = nodes.map((node) => {
		const tables = schemasOf(node).map(
			({ heading, file }) => `### ${heading}\n\n${fieldTable(node, file)}\n`,
		);
		return `## ${nodeName(node)}\n\n${tables.join('\n')}`;
	});
	return `${INTRODUCTION}\n${sections.join('\n')}`;
}
