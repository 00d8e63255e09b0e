import MarkdownIt from 'markdown-it';
import { cellMarkdown, sheetMarkdown } from '../../packages/documents/src/sheets/table.ts';
import { anyText, fc } from '../support/properties';

/** Another reader of Markdown. */
const reader = new MarkdownIt({ html: true, breaks: true });

const TEXT = fc.oneof(
	anyText(12),
	fc.constantFrom('a|b', '\\', '|', '](', '`', '``|', '<b>', '---', 'a\nb', '\\|', '&#124;'),
);
const CELL = fc
	.tuple(TEXT, fc.option(fc.webUrl(), { nil: undefined }))
	.map(([text, link]) => cellMarkdown(`x${text}`, link));
const TABLE = fc.integer({ min: 2, max: 5 }).chain((columns) =>
	fc.array(fc.array(CELL, { minLength: columns, maxLength: columns }), {
		minLength: 2,
		maxLength: 5,
	}),
);

describe('A sheet of any texts', () => {
	it('keeps its rows and cells for another reader of Markdown', () => {
		fc.assert(
			fc.property(TABLE, (rows) => {
				const markdown = sheetMarkdown(
					undefined,
					rows.map((cells) => new Map(cells.entries())),
				);
				const html = reader.render(markdown);
				const found = [...html.matchAll(/<tr>(.*?)<\/tr>/gs)].map(
					([, row = '']) => [...row.matchAll(/<t[hd][ >]/g)].length,
				);
				expect(found).toEqual(rows.map((cells) => cells.length));
			}),
			{ numRuns: 1_000 },
		);
	});
});
