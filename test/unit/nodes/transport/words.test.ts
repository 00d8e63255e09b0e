import { mapWords, type TextKind } from '../../../../nodes/shared/transport/redact';

const MARKS: Readonly<Record<TextKind, (text: string) => string>> = {
	words: (text) => `<${text}>`,
	content: (text) => `${text}!`,
	address: (text) => `@${text}`,
	other: (text) => text,
};

const mark = (text: string, kind: TextKind) => MARKS[kind](text);

test('errors and warnings of jobs and their pages are words, at any depth', () => {
	const body = {
		status: 'failed',
		error: 'a',
		progress: { message: 'b' },
		warnings: ['c', 7],
		schema_warnings: ['d'],
		result: { warnings: ['e'], data: [{ url: 'u', error: 'f', warnings: ['g'] }] },
		pages: [{ error_message: 'h' }],
	};
	expect(mapWords(body, mark)).toEqual({
		status: 'failed',
		error: '<a>',
		progress: { message: '<b>' },
		warnings: ['<c>', 7],
		schema_warnings: ['<d>'],
		result: { warnings: ['<e>'], data: [{ url: 'u', error: '<f>', warnings: ['<g>'] }] },
		pages: [{ error_message: '<h>' }],
	});
});

test.each([
	['the answer over a page', { result: { content: { message: 'x' } } }],
	['the fields of a document', { json: { rows: [{ error: 'x' }] } }],
	['the data of a crawled page', { pages: [{ data: { message: 'x' } }] }],
	['the answer of an entry of a batch', { items: [{ result: { warnings: ['x'] } }] }],
	['a logged result', { data: { logs: [{ result_data: { error: 'x' } }] } }],
])('in %s they are told apart', (_label, body) => {
	expect(JSON.stringify(mapWords(body, mark))).toContain('"x!"');
});

test('where a page led to is told apart from its address', () => {
	const data = [{ url: 'u', finalUrl: 'v' }];
	expect(mapWords({ result: { data } }, mark)).toEqual({
		result: { data: [{ url: 'u', finalUrl: '@v' }] },
	});
});

test('all other texts may be changed, too', () => {
	const hide = (text: string) => text.replace('key', '***');
	expect(mapWords({ title: 'my key', data: ['key'] }, hide)).toEqual({
		title: 'my ***',
		data: ['***'],
	});
});

test('other bodies stay as they are', () => {
	for (const body of ['text', 7, null, undefined, [1, 'two']])
		expect(mapWords(body, mark)).toEqual(body);
});
