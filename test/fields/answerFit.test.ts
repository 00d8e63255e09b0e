import { createAnswerCheck } from '../../packages/fields/src/answer/answerCheck.ts';
import { describeDeviations } from '../../packages/fields/src/model/describeDeviations.ts';

const offer = {
	type: 'object',
	properties: { seller: { type: 'string' }, price: { type: 'number' } },
};
const fields = {
	name: { type: 'string' },
	price: { type: 'number' },
	count: { type: 'integer' },
	in_stock: { type: 'boolean' },
	tags: { type: 'array', items: { type: 'string' } },
	state: { enum: ['in stock', 'sold out'] },
	currency: { type: 'string', enum: ['EUR', 'USD'] },
	colours: { type: 'array', items: { enum: ['red', 'blue'] } },
	offer,
	offers: { type: 'array', items: offer },
};
const check = createAnswerCheck({ type: 'object', properties: fields });

function fit(answer: Record<string, unknown>) {
	const fitted = check.fit(JSON.parse(JSON.stringify(answer)));
	if (fitted === undefined) throw new Error('It cannot be brought into form');
	return { value: Object(fitted.value), warnings: describeDeviations(fitted) };
}

describe('a value of a model', () => {
	it.each([
		['price', '1299.50', 1299.5],
		['price', '1,299.50', 1299.5],
		['price', '1.299,50', 1299.5],
		['price', [12], 12],
		['price', { value: 12 }, 12],
		['price', 'N/A', null],
		['count', '7', 7],
		['count', 7.0, 7],
		['in_stock', 'true', true],
		['in_stock', 'No', false],
		['in_stock', 1, true],
		['name', 12345, '12345'],
		['name', ['Kettle'], 'Kettle'],
		['name', ['Kettle', 'Ash'], 'Kettle, Ash'],
		['tags', 'a', ['a']],
		['tags', '["a","b"]', ['a', 'b']],
		['tags', { items: ['a', 'b'] }, ['a', 'b']],
		['tags', { 0: 'a', 1: 'b' }, ['a', 'b']],
		['tags', [1, 'b'], ['1', 'b']],
		['state', 'In Stock', 'in stock'],
		['state', ['sold_out'], 'sold out'],
		['currency', 'eur', 'EUR'],
		['colours', 'Red, blue', ['red', 'blue']],
		['offer', [{ seller: 'Ada', price: '5' }], { seller: 'Ada', price: 5 }],
		['offers', { seller: 'Ada', price: 5 }, [{ seller: 'Ada', price: 5 }]],
	])('for %s, %j, is written as %j without a word', (name, given, value) => {
		const fitted = fit({ [name]: given });

		expect(fitted.value[name]).toEqual(value);
		expect(fitted.warnings).toEqual([]);
	});

	it.each([
		['price', '1,299', null],
		['price', 'a lot', null],
		['price', '12345678901234567890', null],
		['count', 1.5, null],
		['currency', 'GBP', null],
		['tags', ['a', { b: 1, c: 2 }], ['a']],
		['offer', [{ seller: 'Ada' }, { seller: 'Bo' }], { seller: 'Ada', price: null }],
		['price', '12 kg', 12],
		['price', '€ 1,299.50', 1299.5],
	])(
		'for %s, %j, becomes %j, and that is said with the field and the value',
		(name, given, value) => {
			const fitted = fit({ [name]: given });

			expect(fitted.value[name]).toEqual(value);
			expect(fitted.warnings).toHaveLength(1);
			expect(fitted.warnings[0]).toContain(name);
		},
	);

	it('that no field takes is said', () => {
		expect(fit({ name: 'Kettle', confidence: 0.9, note: null }).warnings).toEqual([
			"The model's value for confidence, 0.9, has no field and was left out.",
		]);
	});

	it('of which there are many is said by its place', () => {
		const offers = Array.from({ length: 30 }, () => ({ seller: 'Ada', price: 'much' }));
		const { warnings } = fit({ offers });

		expect(warnings).toHaveLength(11);
		expect(warnings.at(-1)).toContain('20 more values: offers[10].price');
	});
});

describe('an answer of a model', () => {
	const kettle = { name: 'Kettle', price: 5 };

	it.each([
		['wrapped in a name', { product: kettle }],
		['wrapped with a list of one', { data: [kettle] }],
		['with other spellings of names', { Name: 'Kettle', ' PRICE ': 5 }],
		['as a list of one', [kettle]],
	])('%s is fitted', (_how, answer) => {
		const fitted = check.fit(JSON.parse(JSON.stringify(answer)));

		expect(fitted).toMatchObject({ value: kettle, losses: [], extras: [] });
	});

	it('of rows alone goes into the one list of the schema', () => {
		const rows = createAnswerCheck({
			type: 'object',
			properties: { title: { type: 'string' }, rows: { type: 'array', items: offer } },
		});

		expect(rows.fit([{ seller: 'A' }, { seller: 'B' }])).toMatchObject({
			value: { title: null, rows: [{ seller: 'A' }, { seller: 'B' }] },
			losses: [],
		});
	});

	it('with a name around rows fits a schema of rows', () => {
		const rows = createAnswerCheck({ type: 'array', items: offer });

		expect(rows.conform({ offers: [{ seller: 'A', price: '1.5' }] })).toEqual([
			{ seller: 'A', price: 1.5 },
		]);
	});
});
