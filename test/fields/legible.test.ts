import type { PlacedWord } from '../../packages/documents/src/layout/placedWords.ts';
import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, rules, untilDone } from './fixtures.ts';

const RECEIPT = [
	'BIRCH STATIONERY SDN BHD',
	'12 JALAN TEMPUA, TAMAN PUTERI',
	'47100 PUCHONG',
	'CASH RECEIPT',
	'DATE 17/04/2026 10:32:07',
	'PENCIL 12 B 4.20',
	'TOTAL 4.20',
];

/** What is read of a scanned receipt of which some words were hardly legible. */
async function read(fields: Record<string, string>, doubtful: string[], lines = RECEIPT) {
	const words = lines.flatMap((line, at) => {
		let x = 300 - line.length * 3;
		return line.split(' ').map((text): PlacedWord => {
			const place = [x, 40 + at * 16, text.length * 6, 12, text] as const;
			x += text.length * 6 + 4;
			return doubtful.includes(text) ? [...place, true] : [...place];
		});
	});
	const markdown = lines.join('\n\n');
	const source = { title: 'scan.png', url: '', markdown, words: [{ pageNumber: 1, words }] };
	const schema = objectOf(fields);
	const { content, warnings } = await extract([source], { schema }, rules, untilDone);
	return { content, warnings: warnings.join(' ') };
}

describe('a value on a scan', () => {
	test('of which a word was hardly read is left empty and named', async () => {
		const { content, warnings } = await read({ company: 'string', total: 'number' }, ['BIRCH']);
		expect(content).toEqual({ company: null, total: 4.2 });
		expect(warnings).toBe(
			'\'company\' is left empty: "BIRCH STATIONERY SDN BHD" was hardly legible.',
		);
	});

	test('is stated if it stands elsewhere, where it was read well', async () => {
		const again = [...RECEIPT.slice(0, 6), 'TOTAL 4.2O', 'TOTAL 4.20', 'CASH 4.20'];
		const { content } = await read({ total: 'number' }, ['4.2O'], again);
		expect(content).toEqual({ total: 4.2 });
	});

	test('is stated though other words were hardly read', async () => {
		const { content, warnings } = await read({ company: 'string' }, ['PENCIL', 'B']);
		expect(content).toEqual({ company: 'BIRCH STATIONERY SDN BHD' });
		expect(warnings).toBe('');
	});

	test('is stated though the time beside the date was hardly read, not though the date was', async () => {
		const good = await read({ date: 'string' }, ['10:32:07']);
		expect(JSON.stringify(good.content)).toContain('17/04/2026');
		const bad = await read({ date: 'string' }, ['17/04/2026']);
		expect(bad.content).toEqual({ date: null });
		expect(bad.warnings).toContain('hardly legible');
	});

	test('is stated if it is a text: one misread word does not make it another one', async () => {
		const remark = `REMARK: ${'GOODS SOLD ARE NOT RETURNABLE AND '.repeat(5)}SMUDGED`;
		const { content } = await read({ remark: 'string' }, ['SMUDGED'], [...RECEIPT, remark]);
		expect(JSON.stringify(content)).toContain('SMUDGED');
	});

	test('is stated if all was read well', async () => {
		await expect(read({ company: 'string', total: 'number' }, [])).resolves.toEqual({
			content: { company: 'BIRCH STATIONERY SDN BHD', total: 4.2 },
			warnings: '',
		});
	});
});
