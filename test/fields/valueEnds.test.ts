import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, rules, untilDone } from './fixtures.ts';

async function fill(markdown: string, names: readonly string[]) {
	const document = { title: 'note.docx', markdown, url: '' };
	const properties = Object.fromEntries(names.map((name) => [name, { type: ['string', 'null'] }]));
	const { content } = await extract([document], { schema: objectOf(properties) }, rules, untilDone);
	return content;
}

describe('several labels in a line with one space between them', () => {
	it.each([
		['Client: Ada Ship: B', { client: 'Ada', ship: 'B' }],
		['Kunde: Reederei Nord Schiff: Aurora', { kunde: 'Reederei Nord', schiff: 'Aurora' }],
		['Client : Dupré SARL Navire : Étoile', { client: 'Dupré SARL', navire: 'Étoile' }],
		[
			'Cliente: Mar Azul Buque: Sol Puerto: Vigo',
			{ cliente: 'Mar Azul', buque: 'Sol', puerto: 'Vigo' },
		],
		['Cliente: Ada Data di consegna: 4 maggio 2026', { cliente: 'Ada' }],
		['Klant: Ada Vervaldatum: 04-05-2026', { klant: 'Ada' }],
		['Client: Ada Total: 12.50 EUR', { client: 'Ada', total: '12.50 EUR' }],
		['Client: Ada **Ship:** B', { client: 'Ada' }],
		['**Client**: Ada, **Ship**: B', { client: 'Ada' }],
		['Start: 4 March 2026 Ship: B', { start: '4 March 2026' }],
		['Rate: 12.50 EUR Ship: B', { rate: '12.50 EUR' }],
		['Arrival: 04/05/2026 Departure', { arrival: '04/05/2026', departure: null }],
		['Place: Meeting Room', { place: 'Meeting Room', room: null }],
	])('are as many values: %s', async (line, expected) => {
		await expect(fill(line, Object.keys(expected))).resolves.toEqual(expected);
		await expect(fill(`- ${line}`, Object.keys(expected))).resolves.toMatchObject(
			line.startsWith('Start') || line.startsWith('Rate') ? {} : expected,
		);
	});

	it.each(['Client: Ada Ship: B', 'Client: Ada Lovelace Ship name: B', 'Kunde: Nord AG Schiff: B'])(
		'have no value where the other one is not known: %s',
		async (line) => {
			const name = line.startsWith('Kunde') ? 'kunde' : 'client';
			await expect(fill(line, [name])).resolves.toEqual({ [name]: null });
			await expect(fill(`Ref: 4711\n\n${line}\n\nPort: Vigo`, [name])).resolves.toEqual({
				[name]: null,
			});
		},
	);

	it.each([
		['Departure: 10:30', 'departure', '10:30'],
		['Subject: Your Order: last step', 'subject', 'Your Order: last step'],
		['Betreff: AW: Ihr Angebot', 'betreff', 'AW: Ihr Angebot'],
		['Book: Sapiens: A Brief History', 'book', 'Sapiens: A Brief History'],
		['Website: https://sea.test/Ships: list', 'website', 'https://sea.test/Ships: list'],
		['Scale: Map 1: 50 000', 'scale', 'Map 1: 50 000'],
		['Mixture: cement and sand: 1:3', 'mixture', 'cement and sand: 1:3'],
		['Remark: Note for the Board: none', 'remark', 'Note for the Board: none'],
		['Hours: Mon-Fri: 9-17, Sat: 10-14', 'hours', 'Mon-Fri: 9-17, Sat: 10-14'],
		['- Place: Pier 4, Room: Blue', 'place', 'Pier 4, Room: Blue'],
	])('do not cut values with colons of their own: %s', async (line, name, value) => {
		await expect(fill(line, [name])).resolves.toEqual({ [name]: value });
	});
});
