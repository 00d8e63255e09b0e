import { SHAPES, startListSite, type ListSite } from './support/listSite/startListSite';
import { visitPages, type VisitResult } from './support/visitPages';

let site: ListSite;

beforeAll(async () => {
	site = await startListSite();
});

afterAll(async () => {
	await site.stop();
});

const WHOLE_LIST = { type: 'forEach', mode: 'inline', pagination: { maxPages: 20 } };

async function readList(number: number, action: object = {}): Promise<VisitResult> {
	const task = { url: site.addressOf(number), actions: [{ ...WHOLE_LIST, ...action }] };
	const [round] = await visitPages({ rounds: [[task]], allowPrivateAddresses: true });
	const [result] = round ?? [];
	if (result === undefined) throw new Error('No result');
	return result;
}

/** The names of entries in a text, in order. */
const namesIn = (text: string): string[] => text.match(/\p{Lu}\p{Ll}+ \d\d\b/gu) ?? [];

const numbers = Object.keys(SHAPES).map(Number);
const half = process.env['LIST_HALF'];
const tested = numbers.filter((number) => half === undefined || number % 2 === Number(half));

describe('A list is read to its end', () => {
	it.concurrent.each(tested.map((number) => [number, SHAPES[number]?.name]))(
		'%i: %s',
		async (number) => {
			const shape = SHAPES[number];
			if (shape === undefined) throw new Error('No shape');
			const { items = [], list, markdown = '', error, durationMs } = await readList(number);
			if (process.env['LIST_HALF'] !== undefined) {
				console.log(number, shape.name, JSON.stringify(list?.account), durationMs, error);
			}
			const around = list?.around ?? markdown;
			expect(items.flatMap((item) => namesIn(item.markdown))).toEqual(shape.entries);
			expect(namesIn(list?.withEntries ?? '')).toEqual(shape.entries);
			expect(namesIn(around)).toEqual([]);
			for (const words of shape.surroundings) expect(around.split(words)).toHaveLength(2);
			if (list !== undefined) {
				expect(list.account).toMatchObject({ entries: shape.entries.length, pages: shape.pages });
			}
		},
		120_000,
	);

	it('and nothing else on the pages is pressed or followed', () => {
		expect(site.forbidden).toEqual([]);
	});
});
