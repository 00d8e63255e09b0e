import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, rules, untilDone } from './fixtures.ts';

const SHIPMENT = {
	versandart: 'string',
	packstuecke: 'number',
	gesamtgewicht: 'string',
	frachtfuehrer: 'string',
};
const NOTHING = { versandart: null, packstuecke: null, gesamtgewicht: null, frachtfuehrer: null };

async function fill(markdown: string, properties: Record<string, string> = SHIPMENT) {
	const document = { title: 'note.pdf', markdown, url: '' };
	const nullable = Object.fromEntries(
		Object.entries(properties).map(([name, type]) => [name, { type: [type, 'null'] }]),
	);
	const { content } = await extract([document], { schema: objectOf(nullable) }, rules, untilDone);
	return content;
}

describe('labels of forms that are named only by the schema', () => {
	it.each([
		[
			'lines without a colon',
			'Versandart DPD Classic  \nPackstücke 3  \nGesamtgewicht 48,5 kg  \nFrachtführer Schenker AG',
		],
		[
			'two labels in a line',
			'Versandart DPD Classic Packstücke 3\n\nGesamtgewicht 48,5 kg Frachtführer Schenker AG',
		],
		[
			'letters of one width',
			'```\nVersandart      DPD Classic\nPackstücke      3\nGesamtgewicht   48,5 kg\nFrachtführer    Schenker AG\n```',
		],
		[
			'pairs beside each other',
			'| Versandart | DPD Classic | Packstücke | 3 |\n| --- | --- | --- | --- |\n| Gesamtgewicht | 48,5 kg | Frachtführer | Schenker AG |',
		],
		[
			'a row above the only row of values',
			'| Versandart | Packstücke | Gesamtgewicht | Frachtführer |\n| --- | --- | --- | --- |\n| DPD Classic | 3 | 48,5 kg | Schenker AG |',
		],
	])('have their values in %s', async (_kind, markdown) => {
		await expect(fill(markdown)).resolves.toEqual({
			versandart: 'DPD Classic',
			packstuecke: 3,
			gesamtgewicht: '48,5 kg',
			frachtfuehrer: 'Schenker AG',
		});
	});

	it.each([
		[
			'a sentence begins with one',
			'Versandart und Termin wurden vereinbart.\n\nPackstücke laut Liste',
		],
		['a title does', '# Versandart Übersicht\n\n**Frachtführer Kontakt**\n\nVersandart Hinweise'],
		['values differ', 'Packstücke 3\n\nPackstücke 5'],
		[
			'columns have many values',
			'| Versandart | Packstücke |\n| --- | --- |\n| DPD | 3 |\n| UPS | 4 |\n| GLS | 5 |',
		],
		[
			'another label may follow in the line',
			'Versandart DPD Classic Anzahl Paletten 3\n\nGesamtgewicht 48 Lademeter Total 7',
		],
		[
			'the next title of a table has a figure',
			'| Versandart | Packstücke 2024 | Packstücke 2025 |\n| --- | --- | --- |\n| DPD | 3 | 5 |\n| UPS | 4 | 6 |',
		],
	])('have none where %s', async (_kind, markdown) => {
		await expect(fill(markdown)).resolves.toEqual(NOTHING);
	});
});

describe('rows of labels and values', () => {
	const table = (...rows: string[]) => rows.toSpliced(1, 0, '| --- '.repeat(4) + '|').join('\n');

	it('have values below labels that are side by side, also in several tables or one after the other', async () => {
		const wanted = { passenger: 'string', seat: 'string', gate: 'string', boardingTime: 'string' };
		const first = ['| Passenger | Flight | Date | Seat |', '| RUIZ | NW 4 | 12 Jun 2026 | 14C |'];
		const second = ['| From | To | Gate | Boarding time |', '| Hamburg | Oslo | B22 | 09:35 |'];
		const answer = { passenger: 'RUIZ', seat: '14C', gate: 'B22', boardingTime: '09:35' };
		await expect(fill(table(...first, ...second), wanted)).resolves.toEqual(answer);
		await expect(fill(`${table(...first)}\n\n${table(...second)}`, wanted)).resolves.toEqual(
			answer,
		);
	});

	it('have no label as a value', async () => {
		const row = '| From | To | Gate | Class |';
		const wanted = { from: 'string', gate: 'string' };
		await expect(fill(table(row, '| Hamburg | Oslo | B22 | Eco |'), wanted)).resolves.toEqual({
			from: 'Hamburg',
			gate: 'B22',
		});
		// It may as well be two labels and their values.
		await expect(fill(table(row, '| Hamburg | Oslo | North | Eco |'), wanted)).resolves.toEqual({
			from: null,
			gate: null,
		});
	});

	it('may be labels that documents use beside those of the schema', async () => {
		const markdown =
			'| Kontoinhaber | Ada Moos |\n| --- | --- |\n| IBAN | DE89 3704 0044 0532 0130 00 |';
		await expect(fill(markdown, { kontoinhaber: 'string' })).resolves.toEqual({
			kontoinhaber: 'Ada Moos',
		});
		const due =
			'| Rechnung | Fällig am | Offener Betrag |\n| --- | --- | --- |\n| RE-5 | 17.04.2026 | 1.250,00 € |';
		await expect(fill(due, { rechnung: 'string', offenerBetrag: 'number' })).resolves.toEqual({
			rechnung: 'RE-5',
			offenerBetrag: 1250,
		});
	});

	it('are found without the word for number, and numbers with letters before them', async () => {
		await expect(
			fill('Room no.: 214\n\nKundennummer K 4471 Invoice USD 4471', {
				room: 'string',
				kundennummer: 'string',
				invoice: 'string',
			}),
		).resolves.toEqual({ room: '214', kundennummer: 'K 4471', invoice: null });
	});
});

describe('a value that shares its cell with the label of the next one', () => {
	const table = (...rows: string[]) =>
		rows.toSpliced(1, 0, `${'| --- '.repeat(rows[0]?.match(/\| /g)?.length ?? 1)}|`).join('\n');

	it.each<[string, string[], Record<string, string | null>]>([
		[
			'where both rows of a form have one',
			['| Guest | Marta Ruiz Room | 214 |', '| Arrival | 04/05/2026 Departure | 07/05/2026 |'],
			{ guest: 'Marta Ruiz', room: '214', arrival: '04/05/2026', departure: '07/05/2026' },
		],
		[
			'after a figure',
			['| Buchung | K 4471 Anreise | 4. Mai 2026 |', '| Hinweis | keiner | – |'],
			{ buchung: 'K 4471', anreise: '4. Mai 2026' },
		],
		[
			'after a date, before a label that is not asked for',
			['| Arrival | 04/05/2026 Check out | 07/05/2026 |'],
			{ arrival: '04/05/2026' },
		],
		[
			'after a label in the same cell',
			['| Anreise | 04.05.2026 Abreise | 07.05.2026 Zimmer | 214 |'],
			{ anreise: '04.05.2026', abreise: '07.05.2026', zimmer: '214' },
		],
		['but not alone', ['| Guest | Marta Ruiz Room | 214 |'], { guest: null, room: null }],
		[
			'but not below or above a date with an unknown label',
			['| Guest | Marta Ruiz Suite | 214 |', '| Arrival | 04/05/2026 Check out | 07/05/2026 |'],
			{ guest: null, arrival: '04/05/2026' },
		],
		[
			'unless it has no value, or a label next to it',
			['| Location | Meeting Room | Guest | Marta Ruiz |', '| Arrival | 04/05/2026 | Room | 214 |'],
			{ location: 'Meeting Room', guest: 'Marta Ruiz', arrival: '04/05/2026', room: '214' },
		],
		[
			'unless it is the last',
			['| Location | Meeting Room |', '| Room | 214 |'],
			{ location: 'Meeting Room', room: '214' },
		],
	])('is told from it %s', async (_where, rows, expected) => {
		const wanted = Object.fromEntries(Object.keys(expected).map((name) => [name, 'string']));
		await expect(fill(table(...rows), wanted)).resolves.toEqual(expected);
	});
});

describe('a label', () => {
	it('that is short counts beside others, in a cell of its own', async () => {
		const wanted = { from: 'string', to: 'string', via: 'string', gate: 'string' };
		const head =
			'| From | To | Via | Gate |\n| --- | --- | --- | --- |\n| Kiel | Oslo | Moss | B22 |';
		await expect(fill(head, wanted)).resolves.toEqual({
			from: 'Kiel',
			to: 'Oslo',
			via: 'Moss',
			gate: 'B22',
		});
		await expect(fill('To Ada Moss 4\n\nVia Roma 8', wanted)).resolves.toEqual({
			from: null,
			to: null,
			via: null,
			gate: null,
		});
	});

	it.each([
		[
			'| Delivery | DN-9 | Your order | PO-55 |\n| --- | --- | --- | --- |\n| Carrier | Nord | Date | 1 May |',
			'order',
			'PO-55',
		],
		['Your order: PO-55', 'order', 'PO-55'],
		['Ihre Bestellung B-12', 'bestellung', 'B-12'],
		['Ihr Zeichen 77-K', 'zeichen', '77-K'],
		['Votre dossier D-8', 'dossier', 'D-8'],
		['Your order PO-55 is ready for you', 'order', null],
		['Order PO-55 has been sent', 'order', null],
		['Your order PO-55\n\nOur order PO-56', 'order', null],
	])('may say whose it is: %s', async (markdown, name, value) => {
		await expect(fill(markdown, { [name]: 'string' })).resolves.toEqual({ [name]: value });
	});
});

it('the cover of an insurance is no picture', async () => {
	await expect(
		fill('- Cover: Fire and theft\n- Excess: 250', { cover: 'string', coverUrl: 'string' }),
	).resolves.toEqual({ cover: 'Fire and theft', coverUrl: null });
});
