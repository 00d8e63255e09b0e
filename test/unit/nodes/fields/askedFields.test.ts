import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { readAskedFields } from '../../../../nodes/shared/fields/askedFields';
import type { JsonSchema } from '../../../../nodes/shared/items/extractionSchema/checkSchema';
import { InputError, type ParameterValues } from '../../../../nodes/shared/items/parameterValues';
import { fc } from '../../../support/properties';

const readSchema = (values: ParameterValues) => readAskedFields(values).schema;

function fromFields(...rows: object[]): JsonSchema {
	return readSchema({ fieldsAs: 'table', fields: { field: rows } });
}

function fromWords(fieldsText: unknown): JsonSchema {
	return readSchema({ fieldsText });
}

function fromExample(fieldsExample: unknown): JsonSchema {
	return readSchema({ fieldsAs: 'example', fieldsExample });
}

function fromJson(fieldsSchema: unknown): JsonSchema {
	return readSchema({ fieldsAs: 'schema', fieldsSchema });
}

function refusalOf(read: () => unknown): InputError {
	try {
		read();
	} catch (error) {
		if (error instanceof InputError) return error;
	}
	throw new Error('The schema was accepted');
}

const text = { type: 'string' };

test('an unknown way to give fields is refused', () => {
	expect(refusalOf(() => readSchema({ fieldsAs: 'voice' })).message).toBe(
		'\'Fields As\' is "voice"',
	);
});

/** A field that need not be there may be null: else the AI is pushed to invent a value. */
const optional = (type: string) => ({ type: [type, 'null'] });

/** The innermost fields of a schema. */
function leavesOf({ properties, items, ...schema }: JsonSchema): JsonSchema[] {
	if (properties) return Object.values(properties).flatMap(leavesOf);
	return items?.properties ? leavesOf(items) : [items ?? schema];
}

describe('a preset', () => {
	const read = (fieldsPreset: unknown) => readSchema({ fieldsAs: 'preset', fieldsPreset });

	test.each(['article', 'contact', 'eInvoice', 'event', 'invoice', 'job', 'product', 'recipe'])(
		'%s is a schema within the limits, with every field optional and described',
		(preset) => {
			const schema = read(preset);
			expect(fromJson(schema)).toEqual(schema);
			for (const { description, type } of leavesOf(schema)) {
				expect(description).toBeTruthy();
				expect(type).toContain(type === 'string' ? 'string' : 'null');
			}
		},
	);

	test('of an electronic invoice has the main terms of EN 16931, those of its lines included', () => {
		const { properties } = read('eInvoice');
		expect(Object.keys(properties ?? {})).toEqual(
			expect.arrayContaining([
				...['invoiceNumber', 'invoiceDate', 'dueDate', 'currency', 'sellerName', 'sellerVatId'],
				...['buyerName', 'totalNet', 'totalTax', 'totalGross', 'iban', 'lines'],
			]),
		);
		expect(Object.keys(properties?.lines?.items?.properties ?? {})).toEqual(
			expect.arrayContaining(['description', 'quantity', 'unit', 'unitPrice', 'lineTotal']),
		);
	});

	test.each([null, 'constructor', ''])('that is %j is refused', (preset) => {
		expect(refusalOf(() => read(preset)).message).toContain("'Preset' is");
	});
});

describe('names in words', () => {
	test.each<[string, unknown, object]>([
		['between commas', 'name, price', { name: optional('string'), price: optional('string') }],
		[
			'between semicolons and lines, in quotes, with marks before them',
			'- "name"; price\n2. link\n\n',
			{ name: optional('string'), price: optional('string'), link: optional('string') },
		],
		[
			'with types',
			'a: text, b:number, c: Whole Number, d: true or false, e: date, f: integer',
			{
				a: optional('string'),
				b: optional('number'),
				c: optional('integer'),
				d: optional('boolean'),
				e: { ...optional('string'), format: 'date' },
				f: optional('integer'),
			},
		],
		[
			'with what they mean',
			'price: number in euros, date: when it was published',
			{
				price: { ...optional('number'), description: 'in euros' },
				date: { ...optional('string'), description: 'when it was published' },
			},
		],
		[
			'with the values that are allowed',
			'state: new | used',
			{ state: { ...optional('string'), enum: ['new', 'used', null] } },
		],
		[
			'of lists',
			'tags: list, scores: list of numbers, images[]',
			{
				tags: { type: 'array', items: text },
				scores: { type: 'array', items: { type: 'number' } },
				images: { type: 'array', items: text },
			},
		],
		[
			'that lead inside',
			'address.city, lines[].quantity: number',
			{
				address: { type: 'object', properties: { city: optional('string') } },
				lines: {
					type: 'array',
					items: { type: 'object', properties: { quantity: optional('number') } },
				},
			},
		],
		[
			'that contain a dot, brackets or another language',
			'Preis inkl. MwSt., price (net, gross), 価格',
			{
				'Preis inkl. MwSt.': optional('string'),
				'price (net, gross)': optional('string'),
				価格: optional('string'),
			},
		],
		[
			'as a list',
			['name', 'price: number'],
			{ name: optional('string'), price: optional('number') },
		],
		[
			'as two, as one says them',
			'name and price',
			{ name: optional('string'), price: optional('string') },
		],
		[
			'as a list, as English ends it',
			'sku, name, and price',
			{ sku: optional('string'), name: optional('string'), price: optional('string') },
		],
		['as JSON of a list', '["name"]', { name: optional('string') }],
		['as an example', '{"price": 5}', { price: optional('number') }],
		['as examples', [{ a: 'x' }, { b: true }], { a: optional('string'), b: optional('boolean') }],
		['as a JSON schema', { type: 'object', properties: { a: text } }, { a: text }],
	])('%s', (_label, words, properties) => {
		expect(fromWords(words)).toEqual({ type: 'object', properties });
	});

	test.each<[string, unknown, string]>([
		['nothing', '', "'Fields' is empty"],
		['nothing but commas', ' , ,', "'Fields' is empty"],
		['nothing in a list', [], "'Fields' is empty"],
		['no type', 'name, price: nubmer', "'nubmer' for 'price'"],
		['a sentence', 'List every product with its name and price', 'looks like a sentence'],
		['a name twice', 'name, price, name', "'name' in entry 3 in two ways"],
		['a type without a name', 'name, : number', "name '' in entry 2"],
	])('of which there is %s are refused', (_label, words, problem) => {
		const refusal = refusalOf(() => fromWords(words));
		expect(refusal.message).toContain(problem);
		expect(refusal.description).not.toBe('');
	});

	test('any text is read or refused by the field', () => {
		fc.assert(
			fc.property(fc.oneof(fc.string(), fc.jsonValue()), (words) => {
				try {
					expect(fromWords(words)).toMatchObject({ type: 'object' });
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
			}),
		);
	});
});

test('the same fields are the same schema, whichever way they are given', () => {
	const rows = [
		{ name: 'name' },
		{ name: 'price', type: 'number' },
		{ name: 'isNew', type: 'boolean' },
		{ name: 'date', type: 'date' },
		{ name: 'tags[]' },
		{ name: 'seller.city' },
		{ name: 'offers[].price', type: 'number' },
	];
	const example = {
		...{ name: 'Lamp', price: 5, isNew: true, date: '2026-11-28', tags: ['x'] },
		...{ seller: { city: 'Bonn' }, offers: [{ price: 1.5 }] },
	};
	const words =
		'name, price: number, isNew: true or false, date: date, tags: list, seller.city, offers[].price: number';
	const schema = fromFields(...rows);
	expect(fromWords(words)).toEqual(schema);
	expect(fromExample(example)).toEqual(schema);
	expect(fromExample([example, example])).toEqual(schema);
	expect(fromWords(JSON.stringify(example))).toEqual(schema);
	expect(fromJson(schema)).toEqual(schema);
	expect(fromJson({ type: 'array', items: schema })).toEqual(schema);
});

describe('a field table', () => {
	test.each<[string, object[], object]>([
		['of one text', [{ name: 'title' }], { title: optional('string') }],
		[
			'of every type',
			[
				{ name: 'a', type: 'text' },
				{ name: 'b', type: 'number' },
				{ name: 'c', type: 'integer' },
				{ name: 'd', type: 'boolean' },
				{ name: 'e', type: 'date' },
			],
			{
				a: optional('string'),
				b: optional('number'),
				c: optional('integer'),
				d: optional('boolean'),
				e: { ...optional('string'), format: 'date' },
			},
		],
		[
			'with a description',
			[{ name: 'a', description: ' In euros ' }],
			{ a: { ...optional('string'), description: 'In euros' } },
		],
		[
			'of choices, each of them once',
			[
				{ name: 'a', type: 'choice', choices: 'in stock, sold out, in stock' },
				{ name: 'b', type: 'choice', choices: ['x'] },
				{ name: 'c[]', type: 'choice', choices: 'x' },
			],
			{
				a: { ...optional('string'), enum: ['in stock', 'sold out', null] },
				b: { ...optional('string'), enum: ['x', null] },
				c: { type: 'array', items: { type: 'string', enum: ['x'] } },
			},
		],
		[
			'of an object and a list with tables of their own',
			[
				{ name: 'seller', type: 'object', fields: { field: [{ name: 'name' }] } },
				{
					name: 'products[]',
					type: 'objects',
					fields: { field: [{ name: 'name', isRequired: true }, { name: 'tags[]' }] },
				},
			],
			{
				seller: { type: 'object', properties: { name: optional('string') } },
				products: {
					type: 'array',
					items: {
						type: 'object',
						required: ['name'],
						properties: { name: text, tags: { type: 'array', items: text } },
					},
				},
			},
		],
		['of a list', [{ name: 'tags[]' }], { tags: { type: 'array', items: text } }],
		[
			'of an object',
			[{ name: 'address.city' }, { name: 'address.street' }],
			{
				address: {
					type: 'object',
					properties: { city: optional('string'), street: optional('string') },
				},
			},
		],
		[
			'of a list of objects',
			[{ name: 'products[].name' }, { name: 'products[].price', type: 'number' }],
			{
				products: {
					type: 'array',
					items: {
						type: 'object',
						properties: { name: optional('string'), price: optional('number') },
					},
				},
			},
		],
	])('%s', (_label, rows, properties) => {
		expect(fromFields(...rows)).toEqual({ type: 'object', properties });
	});

	test('marks required fields where they stand', () => {
		expect(fromFields({ name: 'a', isRequired: true }, { name: 'b.c', isRequired: true })).toEqual({
			type: 'object',
			required: ['a'],
			properties: {
				a: text,
				b: { type: 'object', required: ['c'], properties: { c: text } },
			},
		});
	});

	test.each(['constructor', 'toString', 'hasOwnProperty'])(
		"may have a field '%s', with one inside",
		(name) => {
			expect(fromFields({ name: `${name}.inner` })).toEqual({
				type: 'object',
				properties: { [name]: { type: 'object', properties: { inner: optional('string') } } },
			});
			expect(Object).not.toHaveProperty('properties');
		},
	);

	test.each<[string, object[], string]>([
		['no row', [], "'Fields' is empty"],
		['untouched rows', [{ name: '', type: 'text' }, {}], "'Fields' is empty"],
		['a row without a name', [{ name: 'a' }, { type: 'number' }], "name '' in row 2"],
		['a row without a name', [{ name: 'a' }, { name: ' ' }], 'in row 2'],
		['a name with a bracket inside', [{ name: 'a[0].b' }], "'a[0].b' in row 1"],
		['a name that reaches for the prototype', [{ name: '__proto__.x' }], 'in row 1'],
		['no choices', [{ name: 'a', type: 'choice' }], "'Fields, row 1, Choices' is empty"],
		[
			'an empty inner table',
			[{ name: 'a', type: 'object' }],
			"'Fields, row 1, Inner Fields' is empty",
		],
		[
			'an inner table that repeats a name',
			[
				{ name: 'x' },
				{ name: 'a', type: 'objects', fields: { field: [{ name: 'b' }, { name: 'b' }] } },
			],
			"'b' in row 2 in two ways",
		],
		['an unknown type', [{ name: 'a', type: 'colour' }], '"colour" in row 1'],
	])('with %s is refused', (_label, rows, words) => {
		expect(refusalOf(() => fromFields(...rows)).message).toContain(words);
	});
});

/** The schemas that a name of the table leads to, from the outside in; `[]` goes into a list. */
function follow(schema: JsonSchema, name: string): JsonSchema {
	return name.split('.').reduce((parent, part) => {
		const property = parent.properties?.[part.replace('[]', '')];
		const inner = part.endsWith('[]') ? property?.items : property;
		if (!inner) throw new Error(`'${part}' of '${name}' is not in the schema`);
		return inner;
	}, schema);
}

describe('CSS selectors in a field table', () => {
	test('stand beside the field that they are for', () => {
		expect(
			fromFields(
				{ name: 'price', type: 'number', selector: ' .price ' },
				{ name: 'tags[]', type: 'text', selector: '.tag' },
				{ name: 'title', type: 'text' },
			),
		).toMatchObject({
			properties: {
				price: { 'x-selector': '.price' },
				tags: { type: 'array', 'x-selector': '.tag', items: { type: 'string' } },
				title: expect.not.objectContaining({ 'x-selector': expect.anything() }),
			},
		});
	});

	test('of a list select its entries, those of its fields begin there', () => {
		const fields = { field: [{ name: 'name', type: 'text', selector: 'h2' }] };
		expect(
			fromFields(
				{ name: 'products', type: 'objects', selector: '.card', fields },
				{ name: 'shop', type: 'object', selector: 'footer', fields },
			),
		).toMatchObject({
			properties: {
				products: {
					type: 'array',
					'x-selector': '.card',
					items: { type: 'object', properties: { name: { 'x-selector': 'h2' } } },
				},
				shop: { type: 'object', 'x-selector': 'footer' },
			},
		});
	});

	test.each(['.price >', 'a[href', '..price', 'a,,b', 'li:not(.x', '//div'])(
		'that are none are refused before anything is sent: %s',
		(selector) => {
			const inner = { field: [{ name: 'price', type: 'number', selector }] };
			const { message } = refusalOf(() =>
				fromFields({ name: 'products', type: 'objects', fields: inner }),
			);
			expect(message).toContain(`has ${JSON.stringify(selector)} as CSS selector at 'products`);
		},
	);

	test.each([
		'a.photo @href',
		'@data-sku',
		'> a, .b + i',
		'a[href$="x@y.test"]@title',
		'li:not(:has(> a[rel])):nth-child(2n+1)',
		'.md\\:flex',
	])('others are not: %s', (selector) => {
		expect(fromFields({ name: 'price', type: 'number', selector })).toMatchObject({
			properties: { price: { 'x-selector': selector } },
		});
	});

	test('that are no text are refused with their row', () => {
		expect(
			refusalOf(() => fromFields({ name: 'price', type: 'text', selector: ['.a'] })).message,
		).toContain("'Fields, row 1, CSS Selector' is a list");
	});
});

describe('any field table that fits the limits of the service', () => {
	const types = {
		text: 'string',
		number: 'number',
		integer: 'integer',
		boolean: 'boolean',
		date: 'string',
	};
	const part = fc.tuple(fc.stringMatching(/^[a-z_][\w -]{0,5}[a-z]$/), fc.boolean());
	/** At most one list inside: objects and lists are levels, and there may be five. */
	const name = fc
		.array(part, { minLength: 1, maxLength: 3 })
		.filter((path) => path.length + path.filter(([, isList]) => isList).length <= 4)
		.map((path) => path.map(([text, isList]) => `${text}${isList ? '[]' : ''}`).join('.'));
	const row = fc.record({
		name,
		type: fc.constantFrom(...Object.keys(types)),
		description: fc.string({ maxLength: 20 }),
		isRequired: fc.boolean(),
	});
	/** Rows none of which needs a name as something that another row uses otherwise. */
	const rows = fc.uniqueArray(row, {
		minLength: 1,
		maxLength: 6,
		selector: (entry) => entry.name.replace('[]', '').split('.')[0],
	});

	test('is a schema that holds every field where its name says', () => {
		fc.assert(
			fc.property(rows, (table) => {
				const schema = fromFields(...table);
				expect(fromJson(JSON.stringify(schema))).toEqual(schema);
				for (const { name: path, type, description, isRequired } of table) {
					const found = follow(schema, path);
					expect([found.type].flat()[0]).toBe(types[type as keyof typeof types]);
					expect(found.description ?? '').toBe(description.trim());
					const parent = path.includes('.') ? follow(schema, path.replace(/\.[^.]*$/, '')) : schema;
					const last = path.replace(/^.*\./, '').replace('[]', '');
					expect(parent.required?.includes(last) ?? false).toBe(isRequired);
				}
			}),
		);
	});

	test('and any other table is read or refused by the field', () => {
		fc.assert(
			fc.property(fc.oneof(fc.array(row, { maxLength: 8 }), fc.array(fc.anything())), (table) => {
				try {
					expect(fromFields(...(table as object[]))).toMatchObject({ type: 'object' });
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
			}),
		);
	});
});

describe('an example', () => {
	const string = optional('string');

	test.each<[string, unknown, object]>([
		[
			'of an object',
			{ title: 'Lamp', price: 24.9, count: 3, isNew: true, note: null, on: '2026-01-31' },
			{
				title: string,
				price: optional('number'),
				count: optional('number'),
				isNew: optional('boolean'),
				note: string,
				on: { ...string, format: 'date' },
			},
		],
		['as text', '{"title":"Lamp"}', { title: string }],
		['of an object in it', { a: { b: 'x' } }, { a: { type: 'object', properties: { b: string } } }],
		['of an empty list in it', { tags: [] }, { tags: { type: 'array', items: text } }],
		['of entries with unlike fields', [{ a: 1 }, { b: 'x' }], { a: optional('number'), b: string }],
		[
			'of lists, the first of which is empty',
			[{ tags: [] }, { tags: [{ name: 'x' }] }],
			{ tags: { type: 'array', items: { type: 'object', properties: { name: string } } } },
		],
		[
			'of lists in lists',
			{ a: [[1], [1.5]], b: [[], ['x']] },
			{
				a: { type: 'array', items: { type: 'array', items: { type: 'number' } } },
				b: { type: 'array', items: { type: 'array', items: text } },
			},
		],
		['of unlike values', [{ price: null }, { price: 5 }, { price: {} }], { price: string }],
		[
			'of an object that is null in one of its entries',
			[{ seller: { name: 'x' } }, { seller: null }],
			{ seller: { type: ['object', 'null'], properties: { name: string } } },
		],
	])('%s', (_label, example, properties) => {
		expect(fromExample(example)).toEqual({ type: 'object', properties });
	});

	test.each<[string, unknown, string]>([
		['nothing', '', "'Fields by Example' is empty"],
		['a number', '7', 'is not an object with names'],
		['nothing in a list', [], 'is not an object with names'],
		['texts', ['name'], 'is not an object with names'],
		['broken JSON', '{"a":}', 'is not valid JSON'],
	])('of %s is refused', (_label, example, words) => {
		expect(refusalOf(() => fromExample(example)).message).toContain(words);
	});
});

/** Objects inside each other, `depth` of them. */
function nested(depth: number): object {
	return depth === 1
		? { type: 'object', properties: { x: text } }
		: { type: 'object', properties: { x: nested(depth - 1) } };
}

describe('a JSON Schema', () => {
	test.each([
		['as text', JSON.stringify(nested(2))],
		['as an object', nested(2)],
		['five levels deep', nested(5)],
	])('%s is taken as it is', (_label, schema) => {
		expect(fromJson(schema)).toEqual(typeof schema === 'string' ? JSON.parse(schema) : schema);
	});

	test.each<[string, unknown, string]>([
		['empty', '', 'is empty'],
		['broken', '{', 'is not valid JSON'],
		['a list', [], 'is not an object at the top level'],
		['without a type', { properties: {} }, 'is not an object at the top level'],
		[
			'with a list of texts at its root',
			{ type: 'array', items: text },
			'is not an object at the top level',
		],
		['six levels deep', nested(6), "nested deeper than 5 levels at 'x.x.x.x.x'"],
		['with a field that is no object', { type: 'object', properties: { a: 'text' } }, "at 'a'"],
		['too large', { type: 'object', description: 'x'.repeat(11_000) }, 'KB of JSON'],
	])('that is %s is refused, with the place', (_label, schema, words) => {
		const { message } = refusalOf(() => fromJson(schema));
		expect(message).toContain("'JSON Schema'");
		expect(message).toContain(words);
	});

	test('is measured in bytes, not in letters', () => {
		const schema = { type: 'object', description: 'ä'.repeat(5_500) };
		expect(refusalOf(() => fromJson(schema)).message).toContain('11 KB');
	});
});

test('a row that was left as the table began with it asks for nothing', () => {
	const field = [
		{ name: '', type: 'text' },
		{ name: 'price', type: 'number' },
	];
	expect(readSchema({ fieldsAs: 'table', fields: { field } })).toEqual({
		type: 'object',
		properties: { price: { type: ['number', 'null'] } },
	});
});

describe('a schema made of examples', () => {
	/** Values of one kind; lists of records with some fields missing or null. */
	const text = fc.string({ maxLength: 5 });
	const record = fc.record(
		{
			name: text,
			price: fc.option(fc.oneof(fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))),
			isNew: fc.option(fc.boolean()),
			tags: fc.array(text, { maxLength: 2 }),
			seller: fc.record({ name: fc.option(text), rank: fc.integer() }, { requiredKeys: [] }),
			reviews: fc.array(fc.record({ stars: fc.integer() }, { requiredKeys: [] }), { maxLength: 2 }),
		},
		{ requiredKeys: [] },
	);
	const ajv = addFormats(new Ajv());
	const validates = (schema: unknown, value: unknown): boolean =>
		ajv.compile(schema as object)(value);

	test('is one that each of them fits', () => {
		fc.assert(
			fc.property(record, fc.array(record, { minLength: 1, maxLength: 4 }), (example, rows) => {
				if (Object.keys(example).length > 0) {
					expect(validates(fromExample(JSON.stringify(example)), example)).toBe(true);
				}
				if (rows.every((row) => Object.keys(row).length === 0)) return;
				const schema = fromExample(rows);
				expect(rows.map((row) => validates(schema, row))).toEqual(rows.map(() => true));
			}),
		);
	});

	test('of any kind is a schema, or is refused by the field', () => {
		fc.assert(
			fc.property(fc.jsonValue({ maxDepth: 7 }), (example) => {
				let schema: unknown;
				try {
					schema = fromExample(example);
				} catch (error) {
					expect(error).toBeInstanceOf(InputError);
				}
				expect(() => ajv.compile((schema ?? {}) as object)).not.toThrow();
			}),
			{ numRuns: 300 },
		);
	});
});

test('an answer with a value of each type fits the schema of its field table', () => {
	const samples: Record<string, fc.Arbitrary<unknown>> = {
		text: fc.string(),
		number: fc.double({ noNaN: true, noDefaultInfinity: true }),
		integer: fc.integer(),
		boolean: fc.boolean(),
		date: fc.constantFrom('2026-02-28', '1999-12-31'),
		choice: fc.constantFrom('new', 'used'),
	};
	const cell = fc.constantFrom(...Object.keys(samples)).chain((type) =>
		fc.record({
			type: fc.constant(type),
			value: fc.option(samples[type] ?? fc.constant(null)),
			isList: fc.boolean(),
			isInside: fc.boolean(),
		}),
	);
	const ajv = addFormats(new Ajv());
	fc.assert(
		fc.property(fc.array(cell, { minLength: 1, maxLength: 8 }), (cells) => {
			const named = cells.map((each, index) => ({ ...each, name: `field${index}` }));
			const table = named.map(({ name, type, isList, isInside }) => ({
				name: `${isInside ? 'inner.' : ''}${name}${isList ? '[]' : ''}`,
				type,
				...(type === 'choice' && { choices: 'new, used' }),
			}));
			const valueOf = ({ isList, value }: (typeof named)[number]): unknown => {
				if (!isList) return value;
				return value === null ? [] : [value, value];
			};
			const answerOf = (part: typeof named) =>
				Object.fromEntries(part.map((each) => [each.name, valueOf(each)]));
			const inner = named.filter(({ isInside }) => isInside);
			const answer = {
				...answerOf(named.filter(({ isInside }) => !isInside)),
				...(inner.length > 0 && { inner: answerOf(inner) }),
			};
			const validate = ajv.compile(fromFields(...table));
			expect([validate(answer), validate.errors]).toEqual([true, null]);
		}),
	);
});
