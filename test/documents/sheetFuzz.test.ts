import MarkdownIt from 'markdown-it';
import { cellMarkdown } from '../../packages/documents/src/sheets/table.ts';
import { withoutMarks } from '../../packages/page/src/markdownText.ts';

/** Another reader of Markdown. */
const reader = new MarkdownIt({ html: true, breaks: true });

describe('A sheet of any texts', () => {
	it.each([
		'*star* _u_ <b>bold</b>',
		'10*20*30 mm',
		'2**3**4',
		'__init__',
		'`x` ~~old~~',
		String.raw`\\server\share`,
		String.raw`C:\(x86)`,
		'[A](B)',
		'AT&amp;T',
		'a|b',
	])('keeps the signs of its cells, for readers of Markdown and for fields: %s', (text) => {
		const cell = cellMarkdown(text);
		const [inline] = reader.parseInline(cell.replaceAll('\\|', '|'), {});
		expect(inline?.children?.map(({ content }) => content).join('')).toBe(text);
		expect(withoutMarks(cell.replaceAll('\\|', '|'))).toBe(text);
		expect(cellMarkdown(text, 'https://example.com')).toMatch(/^\[.*\]\(https:\/\/example\.com\)$/);
	});
});
