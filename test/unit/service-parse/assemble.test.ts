import { assembleMarkdown } from '../../../service/src/parse/document/markdownParts.ts';
import type { ConvertedPage } from '../../../service/src/parse/document/conversion.ts';

const page = (pageNumber: number, markdown: string): ConvertedPage => ({
	pageNumber,
	markdown,
	method: 'text',
});

describe('the Markdown of a document', () => {
	const pages = [page(2, 'Two\n'), page(5, ''), page(6, '\n# Six')];

	it('is its pages, a blank line apart, empty ones left out', () => {
		expect(assembleMarkdown(pages, { pageMarkers: false })).toBe('Two\n\n# Six');
	});

	it('has a comment with its number before each page, empty ones too, on request', () => {
		expect(assembleMarkdown(pages, { pageMarkers: true })).toBe(
			'<!-- page 2 -->\n\nTwo\n\n<!-- page 5 -->\n\n<!-- page 6 -->\n\n# Six',
		);
	});
});
