import { runInNewContext } from 'node:vm';
import { describeEvents, subtitle } from '../../../../nodes/WebDataTrigger/describeEvents';
import type { TriggerEvent } from '../../../../nodes/WebDataTrigger/triggerEvent';

function event(value: string, fields: TriggerEvent['fields']): TriggerEvent {
	const prepare = () => {
		throw new Error('not asked');
	};
	return {
		value,
		name: `Name ${value}`,
		action: `On ${value}`,
		description: `A ${value}`,
		fields,
		prepare,
	};
}

const plain = { displayName: 'Plain', name: 'plain', type: 'string', default: '' } as const;
const events = [
	event('a', [plain]),
	event('b', [{ ...plain, displayOptions: { show: { mode: ['x'] }, hide: { plain: ['y'] } } }]),
];

test('the events can be chosen, and their fields show with them', () => {
	const [second] = events.slice(1);
	const [choice, ...fields] = describeEvents(events, second ?? event('none', []));
	expect(choice).toMatchObject({
		name: 'event',
		default: 'b',
		noDataExpression: true,
		options: [
			{ name: 'Name a', value: 'a', action: 'On a', description: 'A a' },
			{ name: 'Name b', value: 'b', action: 'On b', description: 'A b' },
		],
	});
	expect(fields.map(({ displayOptions }) => displayOptions)).toEqual([
		{ show: { event: ['a'] } },
		{ show: { event: ['b'], mode: ['x'] }, hide: { plain: ['y'] } },
	]);
});

/** What n8n shows for the expression of the subtitle. */
function subtitleOf(parameters: object): unknown {
	const expression = subtitle.replace(/^=\{\{/, '').replace(/\}\}$/, '');
	return runInNewContext(expression, { $parameter: parameters });
}

test.each([
	[{ event: 'jobFinished' }, 'job finished'],
	[{ event: 'creditsBelow' }, 'low credits'],
	[
		{ event: 'pageChanged', urls: 'a\nb', pollTimes: { item: [{ mode: 'everyHour' }] } },
		'page: 48 scrapes/day',
	],
	[
		{ event: 'pageChanged', urls: 'a,\n ,', pollTimes: { item: [{ mode: 'everyMinute' }] } },
		'page: 1440 scrapes/day',
	],
	[
		{
			event: 'pageChanged',
			urls: 'a',
			pollTimes: {
				item: [
					{ mode: 'everyX', unit: 'minutes', value: 30 },
					{ mode: 'everyX', unit: 'hours', value: 12 },
				],
			},
		},
		'page: 50 scrapes/day',
	],
	[
		{
			event: 'pageChanged',
			urls: 'a',
			pollTimes: { item: [{}, { mode: 'everyWeek' }, { mode: 'everyMonth' }] },
		},
		'page: 1.2 scrapes/day',
	],
	[{ event: 'pageChanged', urls: 'a', pollTimes: { item: [{ mode: 'custom' }] } }, 'page changed'],
	[{ event: 'pageChanged' }, 'page changed'],
	[{ event: 'pageChanged', pollTimes: { item: [{ mode: 'everyHour' }] } }, 'page changed'],
])('the line under the node for %j', (parameters, text) => {
	expect(subtitleOf(parameters)).toBe(text);
});
