import { toItems, DEFAULT_RESULT_VIEW } from '../../../../nodes/shared/jobTypes/pageItems';
import { toParseItems, type ParseView } from '../../../../nodes/Parse/parseItems';

const SECTIONS = { maxCharacters: 200, minCharacters: 20, hasPathInContent: false };

const MARKDOWN = [
	'# Guide\n\nWhat this is for, in a few words.',
	'## [Install](#install)\n\nGet the program, and start it once.',
	'## Use\n\nCall it with an address to read.',
].join('\n\n');

function itemsOf(
	markdown: string,
	sections = SECTIONS,
	url = 'https://x.example/docs#top',
	anchors?: unknown,
) {
	const page = {
		raw: {},
		head: { url, title: 'Guide', success: true },
		content: markdown,
		anchors,
		facts: { warnings: ['Of the page'] },
		ids: { jobId: 'job-1' },
	};
	const view = { ...DEFAULT_RESULT_VIEW, get: 'markdown', sections } as const;
	return toItems(page, view).map((item) => item.json ?? {});
}

describe('a page with one item per section', () => {
	it('has the path, the content and the address of each section', () => {
		expect(itemsOf(MARKDOWN)).toEqual([
			expect.objectContaining({
				url: 'https://x.example/docs#top',
				title: 'Guide',
				section: 'Guide',
				sectionPath: 'Guide',
				content: '# Guide\n\nWhat this is for, in a few words.',
				jobId: 'job-1',
			}),
			expect.objectContaining({
				url: 'https://x.example/docs#install',
				section: 'Install',
				sectionPath: 'Guide > Install',
			}),
			expect.objectContaining({
				url: 'https://x.example/docs#top',
				sectionPath: 'Guide > Use',
			}),
		]);
	});

	it('has no warning of its page, which a hint gives once', () => {
		for (const item of itemsOf(MARKDOWN)) expect(item).not.toHaveProperty('warnings');
	});

	it('has IDs that stay the same while address and path do, whatever the text says', () => {
		const ids = (markdown: string, url?: string) =>
			itemsOf(markdown, SECTIONS, url).map(({ sectionId }) => sectionId);
		const before = ids(MARKDOWN);
		expect(new Set(before).size).toBe(3);
		expect(ids(MARKDOWN.replace('start it once', 'start it twice'))).toEqual(before);
		expect(ids(MARKDOWN, 'https://x.example/docs')).toEqual(before);
		const [, ...others] = ids(`# New\n\nA first section of some words.\n\n${MARKDOWN}`);
		expect(others).toEqual(before);
		expect(ids(MARKDOWN, 'https://x.example/other')).not.toEqual(before);
	});

	it('can have the headings in front of the content', () => {
		const [, install] = itemsOf(MARKDOWN, { ...SECTIONS, hasPathInContent: true });
		expect(install?.content).toBe(
			'Guide > Install\n\n## [Install](#install)\n\nGet the program, and start it once.',
		);
	});

	it('has no anchor where a heading links to another page', () => {
		const markdown = '## [Install](https://other.example/docs#install)\n\nGet the program first.';
		expect(itemsOf(markdown)[0]?.url).toBe('https://x.example/docs#top');
		const own = markdown.replace('other.example', 'x.example');
		expect(itemsOf(own)[0]?.url).toBe('https://x.example/docs#install');
	});

	it('has the address of each heading that the page gives a name', () => {
		const markdown = [
			'# Guide\n\nWhat this is for, in a few words.',
			'## Use `it`\n\nCall it with an address to read.',
			'## Example\n\nThe first of them, with enough words.',
			'## [Example](https://other.example/#b)\n\nThe second of them, with enough words.',
			'## Without a name\n\nThe page says nowhere where it is.',
		].join('\n\n');
		const anchors = [
			{ heading: 'Menu', anchor: '#menu' },
			{ heading: 'Use it ¶', anchor: '#use' },
			{ heading: 'Example', anchor: '#example' },
			{ heading: 'Example', anchor: '#example-1' },
			{ heading: 7 },
		];
		const urls = itemsOf(markdown, SECTIONS, undefined, anchors).map(({ url }) => url);
		expect(urls).toEqual(
			['#top', '#use', '#example', '#example-1', '#top'].map(
				(anchor) => `https://x.example/docs${anchor}`,
			),
		);
	});

	it('says which section is longer than allowed', () => {
		const code = `\`\`\`\n${'a line of code;\n'.repeat(30)}\`\`\``;
		const [only] = itemsOf(code);
		expect(only).toMatchObject({
			content: code,
			warnings: [expect.stringContaining("longer than 'Max Section Characters'")],
		});
	});

	it('is one item where it has no text', () => {
		expect(itemsOf('')).toEqual([expect.objectContaining({ title: 'Guide', content: '' })]);
	});
});

test('the sections of a document have the number of the page on which they begin, and its metadata', () => {
	const view: ParseView = {
		get: 'markdown',
		columns: [],
		splitInto: 'section',
		sections: SECTIONS,
		rows: { isFlat: false },
		includesMetadata: true,
		includesMarkdown: true,
		isSimplified: true,
		markdownFileField: undefined,
		onFailedPart: 'return',
		onFailedExtraction: 'return',
	};
	const pages = [
		{ pageNumber: 1, markdown: '# Terms\n\nWhat holds for all orders.', method: 'text' as const },
		{ pageNumber: 2, markdown: '', method: 'text' as const },
		{ pageNumber: 3, markdown: '## Payment\n\nWithin thirty days.', method: 'text' as const },
	];
	const job = {
		status: 'completed' as const,
		fileName: 'terms.pdf',
		jobId: 'job-1',
		totalPages: 3,
		metadata: { title: 'Terms of sale', created: '2026-03-04', format: 'pdf' },
		markdown: pages.map(({ markdown }) => markdown).join('\n\n'),
		pages,
	};
	expect(toParseItems(job, view).map(({ json }) => json)).toEqual([
		expect.objectContaining({
			fileName: 'terms.pdf',
			pageNumber: 1,
			sectionPath: 'Terms',
			metadata: { title: 'Terms of sale', created: '2026-03-04', pages: 3 },
		}),
		expect.objectContaining({ pageNumber: 3, sectionPath: 'Terms > Payment' }),
	]);
});
