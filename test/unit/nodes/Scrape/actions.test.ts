import { readActions } from '../../../../nodes/shared/jobTypes/actions/readActions';
import { InputError } from '../../../../nodes/shared/items/parameterValues';

function fromForm(...rows: object[]): unknown {
	return readActions({ actionsMode: 'form', actions: { action: rows } });
}

function fromJson(actions: unknown): unknown {
	return readActions({ actionsMode: 'json', actionsJson: actions });
}

function refusalOf(read: () => unknown): InputError {
	try {
		read();
	} catch (error) {
		if (error instanceof InputError) return error;
	}
	throw new Error('The actions were accepted');
}

test.each([
	['without a mode', {}],
	['that are switched off', { actionsMode: 'none', actions: { action: [{ type: 'wait' }] } }],
	['of an empty form', { actionsMode: 'form', actions: {} }],
	['of empty JSON', { actionsMode: 'json', actionsJson: '' }],
])('actions %s are none', (_label, values) => {
	expect(readActions(values)).toEqual([]);
});

describe('a form becomes the actions of the API', () => {
	test.each<[string, object, object]>([
		[
			'click by selector',
			{ type: 'click', selector: '#a', element: 'x' },
			{ type: 'click', selector: '#a' },
		],
		[
			'click by words',
			{ type: 'click', selector: '', element: 'Accept' },
			{ type: 'click', value: 'Accept' },
		],
		['a fresh row is a click', { selector: '#a' }, { type: 'click', selector: '#a' }],
		['check', { type: 'check', element: 'the terms' }, { type: 'check', value: 'the terms' }],
		['uncheck', { type: 'uncheck', selector: '#a' }, { type: 'uncheck', selector: '#a' }],
		[
			'type',
			{ type: 'type', selector: '#q', text: ' lamp ' },
			{ type: 'type', selector: '#q', value: ' lamp ' },
		],
		[
			'type nothing, to empty an input',
			{ type: 'type', selector: '#q' },
			{ type: 'type', selector: '#q', value: '' },
		],
		['wait', { type: 'wait', duration: 500 }, { type: 'wait', duration: 500 }],
		['scroll', { type: 'scroll', to: 80 }, { type: 'scroll', to: '80%' }],
		['scroll to the end', { type: 'scroll' }, { type: 'scroll', to: '100%' }],
		[
			'for each, with all fields',
			{
				type: 'forEach',
				observe: 'the cards',
				mode: 'inline',
				captureSelector: '.card',
				itemPrompt: 'name',
				maxItems: 10,
				waitAfterClick: 100,
				nextSelector: 'a.next',
				maxPages: 3,
				actions: { action: [{ type: 'click', selector: '.more' }] },
			},
			{
				type: 'forEach',
				observe: 'the cards',
				mode: 'inline',
				captureSelector: '.card',
				itemPrompt: 'name',
				maxItems: 10,
				waitAfterClick: 100,
				pagination: { nextSelector: 'a.next', maxPages: 3 },
				actions: [{ type: 'click', selector: '.more' }],
			},
		],
		[
			'for each, without pages that have no selector',
			{ type: 'forEach', observe: 'the cards', mode: 'click', nextSelector: '', maxPages: 3 },
			{ type: 'forEach', observe: 'the cards', mode: 'click' },
		],
	])('%s', (_label, row, action) => {
		expect(fromForm(row)).toEqual([action]);
	});

	test.each<[string, object, object]>([
		['wait', { type: 'wait', duration: ' 500 ' }, { type: 'wait', duration: 500 }],
		['scroll', { type: 'scroll', to: '80' }, { type: 'scroll', to: '80%' }],
		['scroll with its sign', { type: 'scroll', to: '80 %' }, { type: 'scroll', to: '80%' }],
		[
			'for each',
			{ type: 'forEach', observe: 'x', maxItems: '7', nextSelector: 'a', maxPages: '2' },
			{
				type: 'forEach',
				observe: 'x',
				maxItems: 7,
				pagination: { nextSelector: 'a', maxPages: 2 },
			},
		],
	])('with numbers that an expression gives as text: %s', (_label, row, action) => {
		expect(fromForm(row)).toEqual([action]);
	});

	test.each([
		['a type', { type: 'constructor' }, 'has the type "constructor"'],
		['a wait', { type: 'wait', duration: 'soon' }, 'has the duration "soon"'],
	])('with %s that is none is refused', (_label, row, words) => {
		expect(refusalOf(() => fromForm(row)).description).toContain(words);
	});

	test.each([
		['text', { type: 'type', selector: '#q', text: ['a', 'b'] }, 'Actions, action 2, Text'],
		['selector', { type: 'click', selector: { a: 1 } }, 'Actions, action 2, CSS Selector'],
	])('with a list or an object as %s is refused by its place', (_label, row, place) => {
		expect(refusalOf(() => fromForm({ type: 'click', selector: '#a' }, row)).message).toContain(
			`'${place}' is a`,
		);
	});

	test('in its order', () => {
		expect(fromForm({ type: 'wait', duration: 1 }, { type: 'wait', duration: 2 })).toEqual([
			{ type: 'wait', duration: 1 },
			{ type: 'wait', duration: 2 },
		]);
	});
});

test('JSON is taken as text or as the list of an expression, with unknown fields', () => {
	const actions = [{ type: 'click', selector: '#a', future: true }];
	expect(fromJson(JSON.stringify(actions))).toEqual(actions);
	expect(fromJson(actions)).toEqual(actions);
});

describe('an action that cannot be carried out is refused, with its place and the fix', () => {
	test.each<[string, object, string]>([
		['a wait in JSON for a text', { type: 'wait', duration: '5' }, 'has the duration "5"'],
		['the name of a method as type', { type: 'constructor' }, 'has the type "constructor"'],
		['a list as mode', { type: 'forEach', observe: 'x', mode: ['click'] }, 'as mode'],
		['no type', {}, 'has the type undefined: choose one of'],
		['an unknown type', { type: 'hover' }, 'has the type "hover": choose one of'],
		['click on nothing', { type: 'click' }, 'has no element'],
		['check of nothing', { type: 'check', selector: ' ' }, 'has no element'],
		['type into nothing', { type: 'type', value: 'x' }, 'has no input'],
		['type without text', { type: 'type', selector: '#q' }, 'has no text to type'],
		['wait without a time', { type: 'wait' }, 'has no duration'],
		['wait for a fraction', { type: 'wait', duration: 1.5 }, 'has the duration 1.5'],
		['wait for less than nothing', { type: 'wait', duration: -1 }, 'has the duration -1'],
		['scroll without a place', { type: 'scroll' }, 'has no place to scroll to'],
		['scroll by pixels', { type: 'scroll', to: '800px' }, 'has no place to scroll to'],
		['scroll beyond the page', { type: 'scroll', to: '101%' }, 'has no place to scroll to'],
		['for each of nothing', { type: 'forEach' }, 'does not say which elements'],
		[
			'for each in an unknown mode',
			{ type: 'forEach', observe: 'x', mode: 'fly' },
			'one of click, inline, navigate',
		],
		['for each of too many', { type: 'forEach', observe: 'x', maxItems: 51 }, 'from 1 to 50'],
		[
			'for each over too many pages',
			{ type: 'forEach', observe: 'x', pagination: { nextSelector: 'a', maxPages: 11 } },
			'from 1 to 10',
		],
		[
			'for each over pages without a way',
			{ type: 'forEach', observe: 'x', pagination: {} },
			'without nextSelector',
		],
		[
			'for each with actions that are no list',
			{ type: 'forEach', observe: 'x', actions: {} },
			'not a list',
		],
		[
			'for each with a wrong step',
			{ type: 'forEach', observe: 'x', actions: [{ type: 'wait' }] },
			'step 1 that has no duration',
		],
		[
			'for each inside another',
			{ type: 'forEach', observe: 'x', actions: [{ type: 'forEach', observe: 'y' }] },
			'inside another',
		],
	])('%s', (_label, action, problem) => {
		const { message, description } = refusalOf(() =>
			fromJson([{ type: 'wait', duration: 1 }, action]),
		);
		expect(message).toContain("'Actions (JSON)'");
		expect(description).toContain('Action 2');
		expect(description).toContain(problem);
	});

	test.each([
		['a text', 'click'],
		['null', null],
		['a list', []],
	])('%s', (_label, action) => {
		expect(refusalOf(() => fromJson([action])).description).toContain('Action 1 is not an object');
	});

	test('in a form by its field', () => {
		expect(refusalOf(() => fromForm({ type: 'click' })).message).toContain("'Actions'");
	});

	test('an object instead of a list', () => {
		expect(refusalOf(() => fromJson('{"type":"click"}')).message).toContain('is not a list');
	});
});
