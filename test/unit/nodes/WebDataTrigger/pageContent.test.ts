import {
	pathParts,
	readPageContent,
} from '../../../../nodes/WebDataTrigger/pageChanged/pageContent';

function read(result: object, field = '') {
	return readPageContent('job-1', { status: 'completed', result }, field);
}

function page(parts: object = {}) {
	return { data: [{ url: 'https://example.com/', success: true, title: 'Title', ...parts }] };
}

test('a page is its Markdown, line by line', () => {
	expect(read({ content: '# A\n\nb', ...page({ content: '# A\n\nb' }) })).toEqual({
		title: 'Title',
		content: '# A\n\nb',
		lines: ['# A', 'b'],
		isLow: false,
	});
});

test('a page with very little text says so', () => {
	expect(read({ content: 'a', ...page({ content: 'a', lowContent: true }) })).toMatchObject({
		isLow: true,
	});
});

test('an answer is a line for each value, in the order of the names', () => {
	const content = { b: [{ y: 1.5, x: 'two' }, 3], a: null, c: {}, d: [] };
	expect(read({ content, ...page() })).toMatchObject({
		content,
		lines: ['a: null', 'b[0].x: "two"', 'b[0].y: 1.5', 'b[1]: 3', 'c: {}', 'd: []'],
	});
});

test.each([
	[5, ['value: 5']],
	[[], ['value: []']],
	[
		[1, { a: 2 }],
		['[0]: 1', '[1].a: 2'],
	],
])('an answer that is %j has lines, too', (content, lines) => {
	expect(read({ content, ...page() })).toMatchObject({ lines });
});

test('an answer without a page of its own has no title', () => {
	expect(read({ content: { a: 1 }, data: [] })).toMatchObject({ title: null, isLow: false });
});

describe('with a field to compare', () => {
	const content = { products: [{ price: 5, tags: ['a', 'b'] }], none: null };

	test.each([
		['products[0].price', ['products[0].price: 5']],
		['products[0].tags', ['products[0].tags[0]: "a"', 'products[0].tags[1]: "b"']],
		['none', ['none: null']],
	])('%s: its values alone', (field, lines) => {
		expect(read({ content, ...page() }, field)).toMatchObject({ lines, content });
	});

	test.each(['price', 'products[1].price', 'products.price', 'none.price', 'constructor'])(
		'%s, which the answer does not have: the reason names those it has',
		(field) => {
			expect(read({ content, ...page() }, field)).toEqual({
				reason: `The answer has no field '${field}'. It has products, none`,
			});
		},
	);

	test('and a text for an answer: the reason says that it has none', () => {
		expect(read({ content: 'text', ...page() }, 'price')).toEqual({
			reason: "The answer has no field 'price'. It has no fields",
		});
	});
});

test.each([
	['a failed page', page({ success: false, error: 'HTTP 500' }), 'HTTP 500'],
	['a failed page without a reason', page({ success: false }), 'The page could not be read'],
	[
		'an AI without an answer',
		{ content: null, ai_extraction_failed: true },
		'No answer could be extracted',
	],
	[
		'an answer without a value',
		{ content: { a: null }, extraction_empty: true },
		'No value was found for any field',
	],
	[
		'a list that was not read to its end',
		page({ list: { entries: 40, pages: 2, ways: ['scroll'], control: '', ended: 'time' } }),
		'The list could not be read to its end in time',
	],
	['no content', { content: null, ...page() }, 'The page gave no content'],
	['nothing at all', {}, 'The page gave no content'],
])('%s says nothing about the page', (_label, result, reason) => {
	expect(read(result)).toEqual({ reason });
});

test('a path is its names and indexes', () => {
	expect(pathParts('products[0].price')).toEqual(['products', '0', 'price']);
	expect(pathParts('a..b[]')).toEqual(['a', 'b']);
});

test.each([
	['the service says so', {}, ['This looks like a sign-in page: https://a.test/x.']],
	['a redirect led to one', { finalUrl: 'https://a.test/users/sign_in?next=%2Fx' }, []],
	['a redirect led to the sign-in of a company', { finalUrl: 'https://sso.a.test/start' }, []],
])('a sign-in page is no content, where %s', (_label, more, warnings) => {
	const page = { url: 'https://a.test/x', success: true, markdownContent: 'Sign in', ...more };
	const result = { content: 'Sign in', data: [page], warnings };
	expect(readPageContent('j-1', { status: 'completed', result }, '')).toEqual({
		reason: expect.stringMatching(/^The page is now a sign-in page/),
	});
});

test('who watches a sign-in page gets it, and other redirects are no sign-in', () => {
	for (const [url, finalUrl] of [
		['https://a.test/login', 'https://a.test/login?lang=en'],
		['https://a.test/x', 'https://a.test/authors/signature'],
	]) {
		const data = [{ url, finalUrl, success: true, markdownContent: 'Text' }];
		const body = { status: 'completed', result: { content: 'Text', data, warnings: [] } };
		expect(readPageContent('j-1', body, '')).toMatchObject({ content: 'Text' });
	}
});

test('the numbers of the entries of a list do not count: a new one changes them all', () => {
	const list = { entries: 2, pages: 1, ways: [], control: '', ended: 'end' };
	const content = '### Item 1\n\nLamp\n\n### Item 2\n\nRug';
	const data = [{ url: 'https://a.test/', success: true, markdownContent: content, list }];
	const body = { status: 'completed', result: { content, data } };
	expect(readPageContent('j-1', body, '')).toMatchObject({ content, lines: ['Lamp', 'Rug'] });
});

test('a page without any text is no content', () => {
	const data = [{ url: 'https://a.test/', success: true, markdownContent: ' \n' }];
	const body = { status: 'completed', result: { content: ' \n', data } };
	expect(readPageContent('j-1', body, '')).toHaveProperty('reason');
});
