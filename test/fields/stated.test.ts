import { extract } from '../../packages/fields/src/extract.ts';
import { objectOf, pageOf, rules, untilDone } from './fixtures.ts';

/** What a schema gets from a page, and from the same as a document. */
async function ask(lines: string[], fields: Record<string, string>) {
	const page = pageOf(`<h1>About</h1>${lines.map((line) => `<p>${line}</p>`).join('')}`);
	const document = { url: '', title: 'about.pdf', markdown: lines.join('\n\n') };
	const schema = objectOf(fields);
	const [ofPage, ofDocument] = await Promise.all(
		[page, document].map((source) => extract([source], { schema }, rules, untilDone)),
	);
	return [ofPage, ofDocument].map((answer) => ({
		content: answer?.content,
		unsure: answer?.warnings.filter((warning) => warning.startsWith('Not sure')),
	}));
}

describe('labels with the words of a field', () => {
	it('are read whatever their articles and accents, on pages as in documents', async () => {
		const [page, document] = await ask(
			['Fecha del pedido: 3/2026', 'Plazo de entrega: 3 semanas'],
			{
				fechaPedido: 'string',
				plazoEntrega: 'string',
			},
		);
		const content = { fechaPedido: '3/2026', plazoEntrega: '3 semanas' };
		expect(page).toEqual({ content, unsure: [] });
		expect(document).toEqual({ content, unsure: [] });
	});

	it.each([
		['email', ['Email: a@x.example', 'E-Mail: b@x.example'], '"a@x.example" or "b@x.example"'],
		[
			'deliveryDate',
			['Delivery date: 3 May 2026', 'Date of delivery: 9 May 2026'],
			'"3 May 2026" or "9 May 2026"',
		],
		['deadline', ['Deadline: 3 May 2026', 'Deadline: 9 May 2026'], '"3 May 2026" or "9 May 2026"'],
	])('give %s no value where they differ, and that is said', async (name, lines, values) => {
		const said = {
			content: { [name]: null },
			unsure: [`Not sure: '${name}' may be ${values}.`],
		};
		await expect(ask(lines, { [name]: 'string' })).resolves.toEqual([said, said]);
	});

	it('give a price no value where its text has two amounts', async () => {
		const [page] = await ask(['Name: Oak Stool', 'Price: $29.90 $19.90'], {
			name: 'string',
			price: 'string',
		});
		expect(page?.content).toEqual({ name: 'Oak Stool', price: null });
	});
});
