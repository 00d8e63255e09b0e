import { extract } from '../../../service/src/extract/extract.ts';
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
	])('have none where %s', async (_kind, markdown) => {
		await expect(fill(markdown)).resolves.toEqual(NOTHING);
	});
});
