import {
	createAnswerCheck,
	answerSchemaOf,
	isClosedSchema,
} from '../../packages/fields/src/answer/answerCheck.ts';
import { checkSchema } from '../../packages/fields/src/schema/schema.ts';

const product = {
	type: 'object',
	properties: {
		name: { type: 'string' },
		price: { type: 'number', minimum: 0 },
		state: { enum: ['new', 'used'] },
		tags: { type: 'array', items: { type: 'string' } },
		offer: { type: 'object', properties: { seller: { type: 'string' } } },
	},
	required: ['name'],
};

describe('the schema that answers are held to', () => {
	it('asks for every field and allows null in each', () => {
		expect(answerSchemaOf(product)).toEqual({
			type: 'object',
			properties: {
				name: { type: ['string', 'null'] },
				price: { type: ['number', 'null'], minimum: 0 },
				state: { enum: ['new', 'used', null] },
				tags: { type: ['array', 'null'], items: { type: 'string' } },
				offer: {
					type: ['object', 'null'],
					properties: { seller: { type: ['string', 'null'] } },
					required: ['seller'],
					additionalProperties: false,
				},
			},
			required: ['name', 'price', 'state', 'tags', 'offer'],
			additionalProperties: false,
		});
	});

	it('is in the form that strict structured output takes', () => {
		expect(isClosedSchema(answerSchemaOf(product))).toBe(true);
	});

	it('is not strict where the client leaves fields open', () => {
		const open = { type: 'object', properties: { data: { type: 'object' } } };
		const map = {
			type: 'object',
			properties: { data: { type: 'object', additionalProperties: { type: 'string' } } },
		};

		expect(isClosedSchema(answerSchemaOf(open))).toBe(false);
		expect(isClosedSchema(answerSchemaOf(map))).toBe(false);
	});

	it('writes alternatives and nullable fields in one way', () => {
		const schema = {
			type: 'object',
			properties: {
				a: { oneOf: [{ type: 'string' }, { type: 'number' }] },
				b: { type: 'string', nullable: true },
				c: { const: 'x' },
				list: { type: 'array', items: { type: 'string', nullable: true } },
			},
		};

		expect(answerSchemaOf(schema)['properties']).toEqual({
			a: { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] },
			b: { type: ['string', 'null'] },
			c: { enum: ['x', null] },
			list: { type: ['array', 'null'], items: { type: ['string', 'null'] } },
		});
	});
});

describe('a prepared schema', () => {
	it('has neither references nor keywords that are ignored', () => {
		const schema = {
			$schema: 'x',
			type: 'object',
			properties: {
				offer: { $ref: '#/$defs/Offer', description: 'Best offer' },
				$ref: { type: 'string' },
			},
			$defs: { Offer: { type: 'object', properties: { code: { type: 'string', pattern: '(' } } } },
		};

		expect(checkSchema(schema).schema).toEqual({
			type: 'object',
			properties: {
				offer: {
					type: 'object',
					properties: { code: { type: 'string' } },
					description: 'Best offer',
				},
				$ref: { type: 'string' },
			},
		});
	});
});

describe('a schema that says something twice', () => {
	it.each([
		['a type', { type: ['string', 'string'] }, 'x'],
		['a value', { enum: ['x', 'y', 'x'] }, 'x'],
		[
			'a required field',
			{ type: 'object', required: ['b', 'b'], additionalProperties: true },
			{ b: 1 },
		],
	])('is used like one that says it once: %s', (_what, field, value) => {
		const { errors, schema } = checkSchema({ type: 'object', properties: { a: field } });

		expect(errors).toEqual([]);
		expect(createAnswerCheck(schema).conform({ a: value })).toEqual({ a: value });
	});
});

describe('an answer', () => {
	const check = createAnswerCheck(product);
	const whole = {
		name: 'Kettle',
		price: 19.9,
		state: 'new',
		tags: ['a'],
		offer: { seller: 'Ada' },
	};

	it('that follows the schema has no problems and stays as it is', () => {
		expect(check.problems(whole)).toEqual([]);
		expect(check.conform(whole)).toEqual(whole);
	});

	it('with nulls has no problems', () => {
		const nothing = { name: null, price: null, state: null, tags: null, offer: null };

		expect(check.problems(nothing)).toEqual([]);
		expect(check.conform(nothing)).toEqual(nothing);
	});

	it('is told every problem with its place', () => {
		const wrong = {
			name: 7,
			price: -1,
			state: 'old',
			tags: ['a'],
			offer: { vendor: 'Ada' },
			more: 1,
		};

		expect(check.problems(wrong)).toEqual([
			'At the root: must NOT have additional properties (more)',
			'At /name: must be string,null',
			'At /price: must be >= 0',
			'At /state: must be equal to one of the allowed values (["new","used",null])',
			"At /offer: must have required property 'seller'",
			'At /offer: must NOT have additional properties (vendor)',
		]);
	});

	it('gets the schema’s form: missing fields empty, wrong ones null, others dropped', () => {
		const wrong = { name: 7, price: -1, more: 1, offer: { vendor: 'Ada' } };

		expect(check.conform(wrong)).toEqual({
			name: '7',
			price: null,
			state: null,
			tags: [],
			offer: { seller: null },
		});
	});

	it('that is no object cannot be brought into form', () => {
		expect(check.conform('Kettle')).toBeUndefined();
		expect(check.conform([])).toBeUndefined();
		expect(check.conform(null)).toBeUndefined();
	});

	it('loses a wrong value inside a list and keeps its neighbours', () => {
		const list = createAnswerCheck({
			type: 'object',
			properties: {
				items: { type: 'array', items: { type: 'object', properties: { n: { type: 'integer' } } } },
			},
		});

		expect(list.conform({ items: [{ n: 1 }, { n: 'two' }, {}] })).toEqual({
			items: [{ n: 1 }, { n: null }, { n: null }],
		});
	});

	it('keeps fields that an open schema does not name', () => {
		const open = createAnswerCheck({
			type: 'object',
			properties: { specs: { type: 'object', additionalProperties: { type: 'string' } } },
		});

		expect(open.conform({ specs: { weight: '2 kg' } })).toEqual({ specs: { weight: '2 kg' } });
	});
});
