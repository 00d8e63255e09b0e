import { truncateResults } from '../../../../nodes/shared/items/truncatedText';
import { fc } from '../../../support/properties';

const text = (length: number) => 'x'.repeat(length);

test('results that fit stay as they are', () => {
	const list = [{ content: text(500), pages: [{ url: 'https://a.test' }], count: 3, none: null }];
	expect(truncateResults(list, 1_000)).toEqual({ kept: list, leftOut: 0 });
});

test('a long text is cut, and says how much is missing', () => {
	const { kept, leftOut } = truncateResults([{ jobId: 'j-1', content: text(5_000) }], 1_000);
	const content = String(kept[0]?.content);
	const missing = Number(
		/\[(\d+) more characters: continue at character \d+\]$/.exec(content)?.[1],
	);
	expect(leftOut).toBe(0);
	expect(kept[0]?.jobId).toBe('j-1');
	expect(content.replace(/….*$/, '').length + missing).toBe(5_000);
	expect(JSON.stringify(kept).length).toBeLessThanOrEqual(1_000);
});

test('texts inside lists and objects are cut too', () => {
	const list = [{ pages: [{ content: text(3_000) }, { content: text(3_000) }] }];
	expect(JSON.stringify(truncateResults(list, 2_000).kept).length).toBeLessThanOrEqual(2_000);
});

test('short texts are not cut for the sake of long ones', () => {
	const { kept } = truncateResults([{ title: text(150), content: text(9_000) }], 1_000);
	expect(kept[0]?.title).toBe(text(150));
});

test('when cutting is not enough, the last results are left out', () => {
	const list = Array.from({ length: 100 }, (_item, index) => ({ index, content: text(300) }));
	const { kept, leftOut } = truncateResults(list, 2_000);
	expect(kept.map(({ index }) => index)).toEqual(kept.map((_item, index) => index));
	expect(kept.length + leftOut).toBe(100);
	expect(kept.length).toBeGreaterThan(3);
	expect(JSON.stringify(kept).length).toBeLessThanOrEqual(2_100);
});

test('at least one result is kept', () => {
	expect(truncateResults([{ content: text(900) }, { content: 'y' }], 1).kept).toHaveLength(1);
});

test('no results stay no results', () => {
	expect(truncateResults([], 1_000)).toEqual({ kept: [], leftOut: 0 });
});

describe('links', () => {
	const signed = `https://files.test/page.html?signature=${text(400)}`;
	const short = 'https://a.test/page';

	test('that fit stay', () => {
		expect(truncateResults([{ html: signed }], 1_000).kept).toEqual([{ html: signed }]);
	});

	test('that are long give way before texts are cut', () => {
		const list = [{ url: short, html: signed, links: [signed], data: text(700) }];
		expect(truncateResults(list, 1_000)).toEqual({
			kept: [
				{
					url: short,
					html: '[a long link was left out]',
					links: ['[a long link was left out]'],
					data: text(700),
				},
			],
			leftOut: 0,
		});
	});

	test('are never cut in the middle, alone or within a text', () => {
		fc.assert(
			fc.property(
				fc.array(
					fc.oneof(fc.constant(`See [it](${signed}) there`), fc.string(), fc.constant(signed)),
					{
						minLength: 1,
						maxLength: 30,
					},
				),
				fc.integer({ min: 1_000, max: 4_000 }),
				(texts, maxCharacters) => {
					const list = texts.map((data) => ({ data, joined: texts.join(' ') }));
					for (const { data, joined } of truncateResults(list, maxCharacters).kept) {
						for (const shown of [String(data ?? ''), String(joined ?? '')]) {
							const rest = shown.split(signed).join('');
							expect(rest).not.toContain('https://files.test');
						}
					}
				},
			),
		);
	});
});
