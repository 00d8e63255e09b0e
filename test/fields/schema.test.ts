import { checkSchema } from '../../packages/fields/src/schema/schema.ts';

const errorsOf = (schema: unknown): string[] => checkSchema(schema).errors;
const warningsOf = (schema: unknown): string[] => checkSchema(schema).warnings;

/** An object nested so often that its innermost object lies on the given level. */
function nested(levels: number): object {
	const inner = levels === 1 ? { type: 'string' } : nested(levels - 1);
	return { type: 'object', properties: { inner } };
}

describe('a schema that can be used', () => {
	it('has no errors and no warnings', () => {
		const schema = {
			$schema: 'https://json-schema.org/draft/2020-12/schema',
			type: 'object',
			title: 'Shop',
			properties: {
				name: { type: 'string', description: 'The shop', maxLength: 80 },
				rating: { type: ['number', 'null'], minimum: 0, maximum: 5 },
				state: { enum: ['open', 'closed'] },
				founded: { anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] },
				products: {
					type: 'array',
					items: { type: 'object', properties: { price: { type: 'number', nullable: true } } },
				},
			},
			required: ['name'],
			additionalProperties: false,
		};

		expect(checkSchema(schema)).toMatchObject({ errors: [], warnings: [] });
	});

	it('may have a property called like a keyword', () => {
		const schema = {
			type: 'object',
			properties: { type: { type: 'string' }, items: { type: 'string' } },
		};

		expect(checkSchema(schema)).toMatchObject({ errors: [], warnings: [] });
	});
});

describe('the root', () => {
	it.each([[null], ['text'], [[{ type: 'object' }]], [undefined], [7]])(
		'must be an object: %j is refused',
		(schema) => {
			expect(errorsOf(schema)).toEqual(['The schema must be a JSON object with "type": "object".']);
		},
	);

	it.each([
		[{ type: 'array', items: {} }, 'At the root: "type" must be "object"; found "array".'],
		[{ properties: {} }, 'At the root: "type" must be "object"; it is missing.'],
		[
			{ type: ['object', 'null'] },
			'At the root: "type" must be "object"; found ["object","null"].',
		],
	])('must have the type object: %j', (schema, error) => {
		expect(errorsOf(schema)).toEqual([error]);
	});
});

describe('nesting', () => {
	it('may be five levels deep', () => {
		expect(errorsOf(nested(5))).toEqual([]);
	});

	it('is refused with the place of the sixth level', () => {
		expect(errorsOf(nested(6))).toEqual([
			'At /properties/inner/properties/inner/properties/inner/properties/inner/properties/inner: is 6 levels deep; objects and lists may be nested at most 5 levels deep.',
		]);
	});

	it('counts lists', () => {
		const list = (items: object): object => ({ type: 'array', items });
		const fourLists = list(list(list(list({ type: 'string' }))));
		const fiveLists = list(fourLists);

		expect(errorsOf({ type: 'object', properties: { a: fourLists } })).toEqual([]);
		expect(errorsOf({ type: 'object', properties: { a: fiveLists } })).toHaveLength(1);
	});

	it('reports every branch that is too deep', () => {
		const schema = { type: 'object', properties: { a: nested(5), b: nested(5) } };

		expect(errorsOf(schema)).toHaveLength(2);
	});
});

describe('the size', () => {
	const withSize = (bytes: number): object => {
		const empty = { type: 'object', description: '' };
		return { ...empty, description: 'x'.repeat(bytes - JSON.stringify(empty).length) };
	};

	it('may be 10 KB', () => {
		expect(errorsOf(withSize(10_240))).toEqual([]);
	});

	it('is refused above, with both numbers', () => {
		expect(errorsOf(withSize(10_241))).toEqual([
			'The schema is 10241 bytes of JSON; at most 10240 bytes (10 KB) are allowed.',
		]);
	});

	it('counts bytes, not characters', () => {
		expect(errorsOf({ type: 'object', description: 'ß'.repeat(6_000) })[0]).toContain(
			'bytes of JSON',
		);
	});
});

describe('mistakes', () => {
	it('are all reported at once, each with its place', () => {
		const schema = {
			type: 'object',
			required: 'name',
			properties: {
				price: { type: 'float' },
				tags: { type: 'array', items: ['string'] },
				state: { enum: [] },
				'a/b~c': 'string',
				rating: { type: 'number', minimum: 5, maximum: 1 },
				name: { type: 'string', maxLength: -1, description: 7 },
				choice: { anyOf: {} },
				list: { type: 'array', items: true },
				flag: { type: 'boolean', nullable: 'yes' },
				kinds: { type: [] },
				steps: { type: 'number', multipleOf: 0 },
			},
		};

		expect(errorsOf(schema).toSorted()).toEqual([
			'At /properties/a~1b~0c: must be a schema object such as {"type": "string"}; found "string".',
			'At /properties/choice/anyOf: must be a list with at least one schema; found {}.',
			'At /properties/flag/nullable: must be true or false; found "yes".',
			'At /properties/kinds/type: must be a list of at least one type; found [].',
			'At /properties/list/items: must be a schema object such as {"type": "string"}; found true.',
			'At /properties/name/description: must be a text; found 7.',
			'At /properties/name/maxLength: must be a whole number, 0 or more; found -1.',
			'At /properties/price/type: must be one of object, array, string, number, integer, boolean, null; found "float".',
			'At /properties/rating: "minimum" (5) is larger than "maximum" (1).',
			'At /properties/state/enum: must be a list with at least one value; found [].',
			'At /properties/steps/multipleOf: must be a number above 0; found 0.',
			'At /properties/tags/items: must be a schema object such as {"type": "string"}; found ["string"].',
			'At /required: must be a list of property names; found "name".',
		]);
	});

	it('include properties that are no object', () => {
		expect(errorsOf({ type: 'object', properties: ['name'] })).toEqual([
			'At /properties: must be an object of named schemas; found ["name"].',
		]);
	});
});

describe('keywords that are not supported', () => {
	it('are warned about and make no error', () => {
		const schema = {
			type: 'object',
			properties: {
				code: { type: 'string', pattern: '^(a+)+$' },
				other: { not: { type: 'null' } },
			},
			patternProperties: { '^x': {} },
			'x-note': 1,
		};

		expect(checkSchema(schema)).toMatchObject({
			errors: [],
			warnings: [
				'At the root: the keyword "patternProperties" is not supported and is ignored.',
				'At the root: the keyword "x-note" is not supported and is ignored.',
				'At /properties/code: the keyword "pattern" is not supported and is ignored.',
				'At /properties/other: the keyword "not" is not supported and is ignored.',
			],
		});
	});

	it('include a required name that is no property', () => {
		const schema = { type: 'object', properties: { name: {} }, required: ['name', 'nmae'] };

		expect(warningsOf(schema)).toEqual([
			'At the root: "required" lists "nmae", which is not among the properties.',
		]);
	});
});

describe('references', () => {
	const offer = { type: 'object', properties: { price: { type: 'number' } } };

	it('into the schema itself are followed', () => {
		const schema = {
			type: 'object',
			properties: { offer: { $ref: '#/$defs/Offer' } },
			$defs: { Offer: offer },
		};

		expect(checkSchema(schema)).toMatchObject({ errors: [], warnings: [] });
	});

	it.each([['#/$defs/Missing'], ['https://example.com/schema.json'], ['Offer']])(
		'to %s are refused',
		($ref) => {
			expect(errorsOf({ type: 'object', properties: { offer: { $ref } } })).toEqual([
				`At /properties/offer: the reference "${$ref}" does not exist in this schema (only references such as "#/$defs/Name" can be followed).`,
			]);
		},
	);

	it('to themselves are refused', () => {
		const schema = {
			type: 'object',
			properties: { child: { $ref: '#/$defs/Node' } },
			$defs: { Node: { type: 'object', properties: { child: { $ref: '#/$defs/Node' } } } },
		};

		expect(errorsOf(schema)).toEqual([
			'At /properties/child/properties/child: the reference "#/$defs/Node" refers to itself; a schema cannot be recursive.',
		]);
	});

	it('cannot blow the schema up', () => {
		const level = (next: string): object => ({
			anyOf: Array.from({ length: 20 }, () => ({ $ref: `#/$defs/${next}` })),
		});
		const schema = {
			type: 'object',
			properties: { a: { $ref: '#/$defs/A' } },
			$defs: { A: level('B'), B: level('C'), C: level('D'), D: level('E'), E: { type: 'string' } },
		};

		expect(errorsOf(schema)).toContain(
			'The schema has more than 2000 parts once its references are followed. Name fewer definitions.',
		);
	});
});
