import { readBusiness } from '../../packages/fields/src/business/readBusiness.ts';
import { pageOfText } from './textPage.ts';

/** Who sells and who buys, by a page of an invoice. */
function partiesOf(text: string) {
	const invoice = readBusiness(pageOfText(`${text}\n\nInvoice 17\nTotal 120.00\n`))?.invoice;
	const { seller, buyer } = invoice ?? {};
	return { seller: seller?.name, buyer: buyer?.name, vatId: seller?.vatId };
}

describe('seller and buyer of an invoice', () => {
	test('are the address that the site and the footer repeat, and the one that nothing else names', () => {
		expect(
			partiesOf(`
Oakcraft BVBA                            Gilded Frame NV
Chaussée de Namur 40                     Lange Nieuwstraat 7
1367 Grand Rosière                       2000 Antwerpen
Belgium                                  Belgium
                                         VAT: BE0477472701


info@oakcraft.example BE0403199702`),
		).toEqual({ seller: 'Oakcraft BVBA', buyer: 'Gilded Frame NV', vatId: 'BE0403199702' });
	});

	test('are in one line and the address below it, with or without a salutation', () => {
		expect(
			partiesOf(`
Tischlerei Brandt, Am Wall 7, 28195 Bremen

Hofladen Petersen
Dorfstraße 3
27211 Bassum`),
		).toMatchObject({ seller: 'Tischlerei Brandt', buyer: 'Hofladen Petersen' });
	});

	test('have a name above a street and a place in one line', () => {
		expect(
			partiesOf(`
Velo Aare
Seestrasse 22, 8001 Zürich
www.velo.example                         Mr. Daniel Okafor
                                         44 Baker Street
                                         London NW1 6XE`),
		).toMatchObject({ seller: 'Velo Aare', buyer: 'Daniel Okafor' });
	});

	test('are called so by a label, with or without an address', () => {
		expect(
			partiesOf(`
From: Rosa Díaz, 3 Mill Lane, Leeds LS1 2AB
To: Northgate Media, 40 King Street, Leeds LS1 5QE`),
		).toMatchObject({ seller: 'Rosa Díaz', buyer: 'Northgate Media' });
		expect(partiesOf('Seller: Lantern Books\nBuyer: Tom Ashby')).toEqual({
			seller: 'Lantern Books',
			buyer: 'Tom Ashby',
			vatId: undefined,
		});
	});

	test('are below headings, behind numbers and labels that are no names', () => {
		expect(
			partiesOf(`
Verkäufer
Globale Nummer           4000001123452
Name                     Obsthof Meyer
Anschrift                Deichweg 9
                         21635 Jork

Käufer:        Kennung GE2020211
               Reformhaus Lindner
               Kundenweg 15
               69876 Frankfurt`),
		).toMatchObject({ seller: 'Obsthof Meyer', buyer: 'Reformhaus Lindner' });
	});

	test('are neither the address of a delivery nor that of an agent', () => {
		expect(
			partiesOf(`
Rechnungsadresse         Lieferadresse            Verkauft von
Paul Weber               Ina Weber                Lichtblick Handels GmbH
Lindenallee 4            Hof 1                    Gewerbepark 11
14050 Berlin             04109 Leipzig            50823 Köln`),
		).toMatchObject({ seller: 'Lichtblick Handels GmbH', buyer: 'Paul Weber' });
		expect(
			partiesOf(`
                                         Agentur Beate Roth
                                         Talstraße 44
                                         80331 München
Firma                                    Tel. 089 5550177
Schlosserei Kurz                         roth@agentur.example
Ofengasse 2
83278 Traunstein


Alpenschutz Versicherung AG, Sitz München, HRB 12345`),
		).toMatchObject({ seller: 'Alpenschutz Versicherung AG', buyer: 'Schlosserei Kurz' });
	});

	test('are not guessed where nothing tells two addresses apart', () => {
		expect(
			partiesOf(`
Atelier Blau                             Galerie Rot
Ringstraße 1                             Marktplatz 2
50667 Köln                               80331 München`),
		).toEqual({ seller: undefined, buyer: undefined, vatId: undefined });
	});
});

describe('the address of a party', () => {
	test.each(['Registered in England and Wales', 'Payment terms', 'Delivery address'])(
		'ends before a line of words below it: "%s"',
		(line) => {
			const text = `
Acme Ltd
12 Quay Road
Bristol BS1 4RW
${line}

Bill to
Mill Ltd
4 High St
Leeds LS1 1AA
${line}

Invoice 17
Total 120.00
`;
			const { seller, buyer } = readBusiness(pageOfText(text))?.invoice ?? {};
			expect([seller?.address?.line1, buyer?.address?.line1]).toEqual([
				'12 Quay Road Bristol BS1 4RW',
				'4 High St Leeds LS1 1AA',
			]);
		},
	);
});

describe('the VAT identifier of a seller', () => {
	const BUYER = `
CLIENTE
Transportes Vega
Avda. de la Industria, 9
28823 Coslada (Madrid)
CIF: A28015865`;

	test('is never that of the buyer', () => {
		expect(partiesOf(BUYER).vatId).toBeUndefined();
	});

	test('needs no prefix of a country behind its label', () => {
		expect(
			partiesOf(`
TALLERES MORENO
C/ Mayor, 24
28013 Madrid
CIF: B82846927

${BUYER}`),
		).toEqual({ seller: 'TALLERES MORENO', buyer: 'Transportes Vega', vatId: 'B82846927' });
	});
});
