import { joinPages } from '../../../packages/documents/src/conversion/markdown.ts';
import { readPages } from '../../../service/src/parse/job/storedMarkdown.ts';
import type { ConvertedPage } from '../../../packages/documents/src/conversion/conversion.ts';

const page = (pageNumber: number, markdown: string): ConvertedPage => ({
	pageNumber,
	markdown,
	method: 'text',
});

describe('the Markdown of a document', () => {
	const outlines = [
		{ pageNumber: 2, parts: 2, method: 'text' as const },
		{ pageNumber: 5, parts: 0, method: 'text' as const },
		{ pageNumber: 6, parts: 1, method: 'text' as const },
	];
	const texts = [['Tw', 'o'], [], ['# Six']];
	const read = (at: number, part: number) => Promise.resolve(texts[at]?.[part] ?? '');
	const readAll = async (options?: { pageMarkers: boolean }) => {
		let markdown = '';
		for await (const part of readPages(outlines, read, options)) markdown += part;
		return markdown;
	};

	it('is its pages, a blank line apart, empty ones left out', async () => {
		const pages = [page(2, 'Two\n'), page(5, ''), page(6, '\n# Six')];
		expect(joinPages(pages)).toBe('Two\n\n# Six');
		expect(await readAll()).toBe('Two\n\n# Six');
	});

	it('has a comment with its number before each page, empty ones too, on request', async () => {
		expect(await readAll({ pageMarkers: true })).toBe(
			'<!-- page 2 -->\n\nTwo\n\n<!-- page 5 -->\n\n<!-- page 6 -->\n\n# Six',
		);
	});
});
