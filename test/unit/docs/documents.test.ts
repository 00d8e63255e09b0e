import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fieldMeanings } from '../../../scripts/lib/docs/fieldMeanings.mjs';
import { describeOutputFields } from '../../../scripts/lib/docs/outputFields.mjs';
import { operationsOf, packageNodes } from '../../support/packageNodes';
import { ROOT } from '../../support/repositoryFiles';

const MAX_README_WORDS = 900;
const MAX_PICTURE_BYTES = 500_000;

const documents = [
	...['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md', 'service/README.md'],
	...['markdown', 'page', 'documents', 'fields'].map((name) => `packages/${name}/README.md`),
	...['docs', 'examples'].flatMap((folder) =>
		readdirSync(join(ROOT, folder), { encoding: 'utf8', recursive: true })
			.filter((name) => name.endsWith('.md'))
			.map((name) => join(folder, name)),
	),
];

function read(file: string): string {
	return readFileSync(join(ROOT, file), 'utf8');
}

/** The targets of links and pictures that are in the repository. */
function linksOf(file: string): string[] {
	const text = read(file).replace(/```[^]*?```/g, '');
	return [...text.matchAll(/\]\(([^)\s]+)\)|<img src="([^"]+)"/g)]
		.map(([, target, picture = '']) => target ?? picture)
		.filter((target) => !/^[a-z]+:/.test(target));
}

/** The anchors that GitHub makes of a document's headings. */
function anchorsOf(file: string): string[] {
	return [...read(file).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
		heading
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}

/** What is wrong with a link of a document, if anything. */
function faultOf(file: string, target: string): string | undefined {
	const [path = '', anchor] = target.split('#');
	const linked = path === '' ? file : relative(ROOT, join(ROOT, dirname(file), path));
	if (!existsSync(join(ROOT, linked))) return `${target}: no such file`;
	if (anchor !== undefined && !anchorsOf(linked).includes(anchor))
		return `${target}: no such heading`;
	return undefined;
}

test('README can be read in a few minutes', () => {
	const words = read('README.md').split(/\s+/).filter(Boolean);
	expect(words.length).toBeLessThanOrEqual(MAX_README_WORDS);
});

test.each(documents)('the links of %s lead somewhere', (file) => {
	const faults = linksOf(file).flatMap((target) => faultOf(file, target) ?? []);
	expect(faults).toEqual([]);
});

test('every document and picture of docs/ is linked, and no picture is large', () => {
	const linked = new Set(
		documents.flatMap((file) =>
			linksOf(file).map((target) => join(dirname(file), target.split('#')[0] ?? '')),
		),
	);
	const files = readdirSync(join(ROOT, 'docs'), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
	expect(files.filter((file) => !linked.has(file))).toEqual([]);
	expect(files.filter((file) => statSync(join(ROOT, file)).size > MAX_PICTURE_BYTES)).toEqual([]);
});

test('every example is in the list of examples', () => {
	const examples = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.json'));
	expect(linksOf('examples/README.md').sort()).toEqual(examples.sort());
});

/** What n8n draws for a node of an example, in pixels of the canvas; a note has a size of its own. */
function boxOf({ position: [x, y], parameters }: ExampleNode) {
	return { x, y, right: x + (parameters.width ?? 96), bottom: y + (parameters.height ?? 96) };
}

interface ExampleNode {
	name: string;
	type: string;
	position: [number, number];
	parameters: { width?: number; height?: number };
}

const examples = readdirSync(join(ROOT, 'examples')).filter((name) => name.endsWith('.json'));

test.each(examples)('in %s nothing is drawn over anything else', (file) => {
	const { nodes }: { nodes: ExampleNode[] } = JSON.parse(read(join('examples', file)));
	const boxes = nodes.map((node) => ({ name: node.name, ...boxOf(node) }));
	const covered = boxes.flatMap((a, index) =>
		boxes
			.slice(index + 1)
			.filter((b) => a.x < b.right && b.x < a.right && a.y < b.bottom && b.y < a.bottom)
			.map((b) => `${a.name} and ${b.name}`),
	);
	expect(covered).toEqual([]);
});

describe('docs/outputs.md', () => {
	/** Without what the formatter adds to tables. */
	const withoutPadding = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---');

	test('is what the output schemas say (npm run generate)', () => {
		expect(withoutPadding(read('docs/outputs.md'))).toBe(withoutPadding(describeOutputFields()));
	});

	test('has a table for every operation, under the name that the editor shows', () => {
		const headings = [...read('docs/outputs.md').matchAll(/^### (.+)$/gm)].map(([, text]) => text);
		const shown = packageNodes.flatMap((node) =>
			operationsOf(node).map(({ resource, name }) => {
				const title = resource
					?.replace(/[A-Z]/g, ' $&')
					.replace(/^./, (first) => first.toUpperCase());
				return title === undefined ? name : `${title}: ${name}`;
			}),
		);
		expect(headings).toEqual(expect.arrayContaining(shown));
	});

	test('explains no field that no operation has', () => {
		const text = describeOutputFields();
		const names = Object.keys(fieldMeanings).map((key) => key.split('.').at(-1) ?? key);
		const unused = names.filter((name) => !text.includes(`| \`${name}\` |`));
		expect(unused).toEqual([]);
	});
});

test('the changelog says nothing twice', () => {
	const beginnings = [...read('CHANGELOG.md').matchAll(/^- (.{40})/gm)].map(([, text]) => text);
	const repeated = beginnings.filter((text, index) => beginnings.indexOf(text) !== index);
	expect(repeated).toEqual([]);
});
