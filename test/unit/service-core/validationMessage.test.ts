import { describeValidation } from '../../../service/src/http/validation';

const finding = (keyword: string, instancePath: string, more: object = {}) => ({
	keyword,
	instancePath,
	params: {},
	...more,
});

describe('a validation message', () => {
	it.each([
		[
			'a missing field',
			finding('required', '/urls/0', { params: { missingProperty: 'url' } }),
			'urls[0].url is missing.',
		],
		[
			'one of several types',
			finding('type', '/price', { params: { type: ['number', 'null'] } }),
			'price must be of type number, null.',
		],
		[
			'both bounds',
			finding('minimum', '/limit', { parentSchema: { minimum: 1, maximum: 100 } }),
			'limit must be 1 to 100.',
		],
		[
			'a lower bound',
			finding('minimum', '/page', { parentSchema: { minimum: 1 } }),
			'page must be at least 1.',
		],
		[
			'an upper bound',
			finding('maxItems', '/urls', { parentSchema: { maxItems: 50 } }),
			'urls must hold at most 50 entries.',
		],
		[
			'an address with a space in it',
			finding('pattern', '/urls/0', {
				data: 'https://a.example/a b',
				parentSchema: { pattern: '^https?://\\S+$', description: 'An absolute address.' },
			}),
			'urls[0] does not fit: character 20 is a space (write %20 if it belongs there). Expected: An absolute address.',
		],
		[
			'a name with a slash',
			finding('type', '/a~1b', { params: { type: 'string' } }),
			'a/b must be of type string.',
		],
		[
			'the whole body',
			finding('type', '', { params: { type: 'object' } }),
			'The request body must be of type object.',
		],
		[
			'a keyword without words of its own',
			finding('multipleOf', '/size', { message: 'must be multiple of 5' }),
			'size must be multiple of 5.',
		],
	])('names %s', (_label, given, expected) => {
		expect(describeValidation([given], 'body', {})).toBe(expected);
	});

	it('is the exact one of the contract for a field that has one', () => {
		const given = finding('minItems', '/urls', { parentSchema: { minItems: 1, maxItems: 3 } });

		expect(describeValidation([given], 'body', { '/urls': 'Pass 1 to 3.' })).toBe('Pass 1 to 3.');
	});

	it('explains a rule between fields by the first sentence of its description', () => {
		const rule = finding('anyOf', '', {
			parentSchema: { description: 'a requires b. It has no effect without it.' },
		});
		const branch = finding('const', '/b', { params: { allowedValue: true } });

		expect(describeValidation([branch, rule], 'body', {})).toBe('a requires b.');
	});

	it('names the place of a rule that lies deeper', () => {
		const rule = finding('anyOf', '/urls/0', { parentSchema: { description: 'Name an element.' } });

		expect(describeValidation([rule], 'body', {})).toBe('urls[0]: Name an element.');
	});

	it('is about the deepest finding, as the branch of an alternative that was meant', () => {
		const given = [
			finding('type', '/a', { params: { type: 'string' } }),
			finding('type', '/a/b/c', { params: { type: 'number' } }),
		];

		expect(describeValidation(given, 'body', {})).toBe('a.b.c must be of type number.');
	});
});
