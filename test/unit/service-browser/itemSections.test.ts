import { formatItemSections } from '../../../service/src/browser/forEach/runForEach.ts';

const PAGE = 'https://shop.example/list';

describe('Items in the Markdown of a page', () => {
	it('are sections titled by their number, their own headings below', () => {
		const items = [
			{ number: 1, url: PAGE, markdown: '# Kettle\n\nBoils.\n\n##### Deep' },
			{ number: 2, url: PAGE, markdown: 'Toaster' },
		];
		expect(formatItemSections(items, PAGE)).toBe(
			'## Item 1\n\n### Kettle\n\nBoils.\n\n###### Deep\n\n## Item 2\n\nToaster',
		);
	});

	it('name the page they come from when it is another one', () => {
		const items = [{ number: 7, url: 'https://shop.example/p/7', markdown: 'Text' }];
		expect(formatItemSections(items, PAGE)).toBe(
			'## Item 7\n\nSource: https://shop.example/p/7\n\nText',
		);
	});

	it('leave code alone, also code that shows a fence', () => {
		const code = '````sh\n# comment\n```\n# still code\n````\n# Heading';
		expect(formatItemSections([{ number: 1, url: PAGE, markdown: code }], PAGE)).toBe(
			'## Item 1\n\n````sh\n# comment\n```\n# still code\n````\n### Heading',
		);
	});

	it('say why an item could not be read', () => {
		const items = [{ number: 1, url: PAGE, markdown: '', error: 'Timeout 3000ms exceeded.' }];
		expect(formatItemSections(items, PAGE)).toBe(
			'## Item 1\n\n_This item could not be read: Timeout 3000ms exceeded._',
		);
	});

	it('are a title alone when they are empty', () => {
		expect(formatItemSections([{ number: 1, url: PAGE, markdown: '' }], PAGE)).toBe('## Item 1');
		expect(formatItemSections([], PAGE)).toBe('');
	});
});
