import { readActions } from '../../../../nodes/shared/jobTypes/actions/readActions';
import { InputError } from '../../../../nodes/shared/items/parameterValues';

function fromForm(...rows: object[]): unknown {
	return readActions({ actions: { action: rows } }, {});
}

function fromJson(actions: unknown): unknown {
	return readActions({ actionsJson: actions }, {});
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
	['that are not set', {}],
	['of an empty form', { actions: {} }],
	['of empty JSON', { actionsJson: '' }],
	['of an empty form and an empty list', { actions: {}, actionsJson: '[]' }],
])('actions %s are none', (_label, values) => {
	expect(readActions(values, {})).toEqual([]);
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
		[
			'type and press Enter',
			{ type: 'type', selector: '#q', text: 'lamp', pressEnter: true },
			{ type: 'type', selector: '#q', value: 'lamp\n' },
		],
		['wait', { type: 'wait', duration: 500 }, { type: 'wait', duration: 500 }],
		[
			'wait for an element',
			{ type: 'waitForElement', selector: '.hits', maxWait: 8_000 },
			{ type: 'wait', selector: '.hits', duration: 8_000 },
		],
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
		['a wait for nothing', { type: 'waitForElement', maxWait: 5 }, 'no element to wait for'],
	])('with %s that is none is refused', (_label, row, words) => {
		expect(refusalOf(() => fromForm(row)).description).toContain(words);
	});

	test.each([
		['text', { type: 'type', selector: '#q', text: ['a', 'b'] }, 'Browser Actions, action 2, Text'],
		['selector', { type: 'click', selector: { a: 1 } }, 'Browser Actions, action 2, CSS Selector'],
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
		['for each of nothing', { type: 'forEach' }, 'has no elements'],
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
		expect(message).toContain("'Browser Actions (JSON)'");
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
		expect(refusalOf(() => fromForm({ type: 'click' })).message).toContain("'Browser Actions'");
	});

	test('an object instead of a list', () => {
		expect(refusalOf(() => fromJson('{"type":"click"}')).message).toContain('is not a list');
	});
});

test.each([
	['80 %', '80%'],
	['80%', '80%'],
	[' 80 ', '80%'],
	['33.25%', '33.25%'],
	['100.00', '100.00%'],
	['0', '0%'],
])("'%s' of a page is scrolled to as %s", (to, expected) => {
	expect(fromForm({ type: 'scroll', to })).toEqual([{ type: 'scroll', to: expected }]);
});

test.each(['%50', '50% down', '100.5', '101', '-1', '5.', 'half'])(
	"'%s' is no place of a page",
	(to) => {
		const { description } = refusalOf(() => fromForm({ type: 'scroll', to }));
		expect(description).toContain('from 0% to 100%');
	},
);

test.each([
	['1', 1],
	['50', 50],
	[' 7 ', 7],
])("the text '%s' of an expression is the number %d", (maxItems, expected) => {
	const [action] = fromForm({ type: 'forEach', observe: 'rows', maxItems }) as object[];
	expect(action).toMatchObject({ maxItems: expected });
});

test.each([[' '], ['many'], [true], ['1.5'], [0], [51]])(
	'%j is no number of elements',
	(maxItems) => {
		expect(
			refusalOf(() => fromForm({ type: 'forEach', observe: 'rows', maxItems })),
		).toBeInstanceOf(InputError);
	},
);

test.each<[unknown]>([
	['text'],
	[7],
	[[]],
	[{ action: 'text' }],
	[{ other: [] }],
	[{ action: ['text'] }],
	[{ action: [null] }],
])('%j is no form of actions, and says where a list belongs', (actions) => {
	const refused = refusalOf(() => readActions({ actions }, {}));
	expect(refused.message).toContain("'Browser Actions'");
	expect(refused.description).toContain("'Browser Actions (JSON)'");
});

test.each<[object, string]>([
	[{ type: 'click', selector: ['a'] }, 'Browser Actions, action 1, CSS Selector'],
	[{ type: 'click', element: ['a'] }, 'Browser Actions, action 1, Element'],
	[{ type: 'type', selector: ['a'] }, 'Browser Actions, action 1, CSS Selector'],
	[{ type: 'type', selector: '#a', text: ['a'] }, 'Browser Actions, action 1, Text'],
	[{ type: 'scroll', to: ['a'] }, 'Browser Actions, action 1, Scroll To'],
	[{ type: ['click'] }, 'Browser Actions, action 1, Action'],
	[{ type: 'forEach', observe: ['a'] }, 'Browser Actions, action 1, Elements'],
	[{ type: 'forEach', observe: 'a', mode: ['a'] }, 'Browser Actions, action 1, Mode'],
	[{ type: 'forEach', observe: 'a', captureSelector: ['a'] }, 'action 1, Capture Selector'],
	[{ type: 'forEach', observe: 'a', itemPrompt: ['a'] }, 'Browser Actions, action 1, Prompt'],
	[{ type: 'forEach', observe: 'a', nextSelector: ['a'] }, 'action 1, Next Page Selector'],
	[
		{ type: 'forEach', observe: 'a', actions: { action: [{ selector: ['a'] }] } },
		'Browser Actions, action 1, Actions on Each Element, action 1, CSS Selector',
	],
])('a list in %j is refused by the name of its field', (row, field) => {
	expect(refusalOf(() => fromForm(row)).message).toContain(field);
});

test('JSON that is broken off shows nothing of what is typed', () => {
	const secret = '[{"type":"type","selector":"#p","value":"hunter-2"';
	const { message, description } = refusalOf(() => fromJson(secret));
	expect(`${message} ${description}`).not.toContain('hunter-2');
});

test('a form beside JSON is refused, as only one can hold', () => {
	const both = { actions: { action: [{ type: 'click', selector: 'a' }] }, actionsJson: '[{}]' };
	expect(refusalOf(() => readActions(both, {})).message).toBe(
		"'Browser Actions (JSON)' is set beside 'Browser Actions'",
	);
});

test('an unknown type is answered with those that there are', () => {
	const { description } = refusalOf(() => fromJson([{ type: 'hover' }]));
	expect(description).toBe(
		'Action 1 has the type "hover": choose one of check, click, uncheck, type, wait, scroll, forEach.',
	);
});
