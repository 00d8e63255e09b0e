import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { divideMarkdown } from '../../../../nodes/shared/items/sections/divideMarkdown';
import { convertPage } from '../../../../packages/page/src/convertPage';
import { expectPartition } from '../../../support/sectionsOf';
import { ROOT } from '../../../support/repositoryFiles';
import { growthOf, LINEAR } from '../../../support/growth';

const LIMITS = { maxCharacters: 4_000, minCharacters: 200 };
const SMALL = { maxCharacters: 120, minCharacters: 20 };

describe('a text in sections', () => {
	const guide = [
		'# Guide\n\nWhat it is for, in more than a few words.',
		'## Install\n\nGet the program and start it once.',
		'### Docker\n\nUse the image, which has all that it needs.',
		'## Use\n\nCall it with an address.',
	].join('\n\n');

	it('has the headings above each as its path', () => {
		const sections = divideMarkdown(guide, SMALL);
		expect(sections.map(({ path }) => path.join(' > '))).toEqual([
			'Guide',
			'Guide > Install',
			'Guide > Install > Docker',
			'Guide > Use',
		]);
		expect(sections[2]?.content).toBe('### Docker\n\nUse the image, which has all that it needs.');
	});

	it('joins short ones with their neighbours, below the headings that both have', () => {
		const text = '# A\n\n## B\n\nOne.\n\n### C\n\nTwo.\n\n### D\n\nThree.\n\n## E\n\nFour.';
		const all = divideMarkdown(text, { maxCharacters: 500, minCharacters: 100 });
		expect(all).toHaveLength(1);
		expect(all[0]).toMatchObject({ path: ['A'], content: text });
		const some = divideMarkdown(`${text} ${'word '.repeat(30)}`, {
			maxCharacters: 200,
			minCharacters: 40,
		});
		expect(some.map(({ path }) => path.join(' > '))).toEqual(['A', 'A > E']);
	});

	it('keeps the link of a heading, and its text without marks', () => {
		const [section] = divideMarkdown(
			'## Use *Docker* [\u200B](#use-docker "Direct link to Use Docker")\n\nText.',
			LIMITS,
		);
		expect(section).toMatchObject({ path: ['Use Docker'], link: '#use-docker' });
		const [linked] = divideMarkdown('## [Set `PORT`](https://x.example/docs#port)', LIMITS);
		expect(linked).toMatchObject({ path: ['Set PORT'], link: 'https://x.example/docs#port' });
	});

	it('counts sections with the same path', () => {
		const text = Array(3).fill('## Example\n\nA text that is long enough.').join('\n\n');
		expect(divideMarkdown(text, SMALL).map(({ occurrence }) => occurrence)).toEqual([0, 1, 2]);
	});

	it('divides long ones between paragraphs, rows, items and sentences', () => {
		const row = '| a cell with words | another cell |\n';
		const table = `| Name | Value |\n| --- | --- |\n${row.repeat(8)}`;
		const rows = divideMarkdown(table, SMALL);
		expect(rows.length).toBeGreaterThan(2);
		expect(rows[0]?.content).toMatch(/^\| Name .*\n\| --- .*\n\| a cell/);
		for (const { content } of rows) {
			for (const line of content.split('\n')) expect(line).toMatch(/^\|.*\|$/);
		}
		const items = divideMarkdown('- an item with words in it\n'.repeat(12), SMALL);
		for (const { content } of items) expect(content).toMatch(/^- /);
		const sentences = divideMarkdown('This is a sentence with words. '.repeat(12), SMALL);
		for (const { content } of sentences) expect(content).toMatch(/^This.*words\.$/);
	});

	it('never divides code, a link or a sentence, and says which section is too long', () => {
		const code = `\`\`\`js\n${'call(one, two);\n\n# no heading\n'.repeat(20)}\`\`\``;
		const [first, second, ...rest] = divideMarkdown(`Before.\n\n${code}\n\nAfter it.`, SMALL);
		expect([first?.content, second?.content, second?.isOversized]).toEqual(['Before.', code, true]);
		expect(rest.map(({ content, isOversized }) => [content, isOversized])).toEqual([
			['After it.', false],
		]);
		const link = `[${'Dr. No goes on. '.repeat(20)}](https://x.example/)`;
		expect(divideMarkdown(link, SMALL)).toHaveLength(1);
		const pictures = '![A picture of it](https://x.example/a.png) '.repeat(9);
		expect(divideMarkdown(pictures, SMALL).length).toBeGreaterThan(3);
	});

	it('keeps a heading with what follows it', () => {
		const text = `## Title\n\n${'a sentence of words. '.repeat(3)}\n\n${'b sentence of words. '.repeat(5)}`;
		for (const { content } of divideMarkdown(text, { maxCharacters: 70, minCharacters: 0 })) {
			expect(content).not.toBe('## Title');
		}
	});

	it('of a text without headings goes by size alone', () => {
		const text = Array(40).fill('A paragraph of some words.').join('\n\n');
		const sections = divideMarkdown(text, SMALL);
		expect(sections.length).toBeGreaterThan(5);
		expect(new Set(sections.map(({ path }) => path.length))).toEqual(new Set([0]));
		expect(sections.map(({ part }) => part)).toEqual(sections.map((_, at) => at + 1));
	});

	it('of an empty text are none', () => {
		expect(divideMarkdown(' \n\n', LIMITS)).toEqual([]);
	});
});

it('takes time in proportion to the length of the text', async () => {
	const prepare = (size: number) => {
		const text =
			'## A [b](#b)\n\nA sentence. [Open `mark. - x\n- item\n| a | b |\n> quote\n'.repeat(
				size / 64,
			);
		const long = `- item\n${'  more of it\n'.repeat(size / 16)}\n> quote\n${'> more\n'.repeat(size / 16)}`;
		return () => divideMarkdown(text + long, SMALL);
	};
	expect(await growthOf(prepare, 8_192)).toBeLessThan(LINEAR);
});

describe('every word of a text is in one section, in order', () => {
	const files = ['README.md', 'CHANGELOG.md', 'service/README.md', 'CONTRIBUTING.md'].concat(
		readdirSync(join(ROOT, 'docs'))
			.filter((name) => name.endsWith('.md'))
			.map((name) => `docs/${name}`),
	);

	it.each(files)('of %s', (file) => {
		const markdown = readFileSync(join(ROOT, file), 'utf8');
		expectPartition(markdown, LIMITS);
		expectPartition(markdown, SMALL);
		expectPartition(markdown, { maxCharacters: 1_000, minCharacters: 0 });
	});

	const pages = ['content', 'extraction'].flatMap((folder) =>
		readdirSync(join(ROOT, 'test/fixtures', folder), { recursive: true })
			.filter((name) => String(name).endsWith('.html'))
			.map((name) => join('test/fixtures', folder, String(name))),
	);

	it.each(pages)('of the page %s', (file) => {
		const html = readFileSync(join(ROOT, file), 'utf8');
		const { markdown } = convertPage({ html, url: 'https://x.example/', contentOnly: false });
		expectPartition(markdown, LIMITS);
		expectPartition(markdown, SMALL);
	});

	it('of any text', () => {
		const line = fc.constantFrom(
			...['# A', '## B [x](#y)', 'Title', '===', '---', 'Text. More text!', '- item', '  - inner'],
			...['    code', '```', '~~~', '> quote', '>', '| a | b |', '| --- | --- |', '', '', '1. one'],
			...['`a. b', '[open. link', '](x)', 'Ünï. 漢字。文。'],
		);
		fc.assert(
			fc.property(fc.array(line, { maxLength: 60 }), fc.nat(80), fc.nat(40), (lines, max, min) => {
				expectPartition(lines.join('\n'), { maxCharacters: max + 1, minCharacters: min });
			}),
			{ numRuns: 500 },
		);
	});
});
