import { extract } from '../../packages/fields/src/extract.ts';
import type { ExtractionSource } from '../../packages/fields/src/extraction.ts';
import { listOf, objectOf, pageDeclaring, pageOf, rules, untilDone } from './fixtures.ts';

async function fill(source: ExtractionSource, properties: Record<string, string | object>) {
	const { content } = await extract([source], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}
const documentOf = (markdown: string) => ({ title: 'letter.md', markdown, url: '' });

describe('text in angle brackets that is no HTML', () => {
	it.each([
		['Ada <a@x.test>', 'Ada <a@x.test>'],
		['Ada \\<a@x.test>, "Bo, C." \\<b@x.test>', 'Ada <a@x.test>, "Bo, C." <b@x.test>'],
		['<a@x.test>', 'a@x.test'],
		['see <https://x.test/a>', 'see https://x.test/a'],
		['<TBD>', '<TBD>'],
		['List<String>', 'List<String>'],
		['<S>', '<S>'],
		['5 <b and c> 7', '5 <b and c> 7'],
		['`<b>`', '<b>'],
		['\\<b>x\\</b>', '<b>x</b>'],
		['AT\\&amp;T', 'AT&amp;T'],
	])('is part of a value: %s', async (written, value) => {
		await expect(fill(documentOf(`Ref: ${written}`), { ref: 'string' })).resolves.toEqual({
			ref: value,
		});
		const table = `| Key | Ref |\n| --- | --- |\n| 1 | ${written} |\n| 2 | ${written} |`;
		await expect(
			fill(documentOf(table), { rows: listOf({ key: 'string', ref: 'string' }) }),
		).resolves.toEqual({
			rows: [
				{ key: '1', ref: value },
				{ key: '2', ref: value },
			],
		});
	});

	it.each([
		['<b>bold</b> text', 'bold text'],
		['one<br>two<br/>three', 'one two three'],
		['<B>a\\*b</B>', 'a*b'],
		['<a href="https://x.test">Ada</a>', 'Ada'],
		['<span class="x">Ada', 'Ada'],
		['Ada</span>', 'Ada'],
		['Ada <!-- note -->', 'Ada'],
		['AT&amp;T &#8364; 5', 'AT&T € 5'],
	])('does not mean that HTML is: %s', async (written, value) => {
		await expect(fill(documentOf(`Ref: ${written}`), { ref: 'string' })).resolves.toEqual({
			ref: value,
		});
	});

	it('stays in pages and in what they declare', async () => {
		const page = pageOf('<h1>Help</h1><p>Tag: &lt;b&gt;</p><p>Contact: Ada &lt;a@x.test&gt;</p>');
		await expect(fill(page, { tag: 'string', contact: 'string' })).resolves.toEqual({
			tag: '<b>',
			contact: 'Ada <a@x.test>',
		});
		const person = { '@type': 'Article', name: 'A', author: 'Ada <a@x.test>', text: '<p>B</p>' };
		await expect(
			fill(pageDeclaring(person), { author: 'string', text: 'string' }),
		).resolves.toEqual({ author: 'Ada <a@x.test>', text: 'B' });
	});
});
