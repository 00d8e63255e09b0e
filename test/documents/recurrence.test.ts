import {
	readRecurrence,
	recurrenceFacts,
} from '../../packages/documents/src/calendar/recurrence.ts';
import { itemRecurrence } from '../fixtures/documents/compoundFile.ts';

const DAILY = 0x200a;
const WEEKLY = 0x200b;
const MONTHLY = 0x200c;
const YEARLY = 0x200d;
const WEEKDAYS = 0b11_1110;

const factsOf = (recurrence: Parameters<typeof itemRecurrence>[0]) => {
	const read = readRecurrence(itemRecurrence(recurrence));
	return read && recurrenceFacts(read).filter(([, value]) => value !== '');
};

it.each<[string, Parameters<typeof itemRecurrence>[0], string]>([
	['every day', { frequency: DAILY, pattern: 0, period: 1440 }, 'every day'],
	['every third day', { frequency: DAILY, pattern: 0, period: 4320 }, 'every 3 days'],
	[
		'every weekday',
		{ frequency: DAILY, pattern: 1, period: 1440, days: [WEEKDAYS] },
		'every Monday, Tuesday, Wednesday, Thursday and Friday',
	],
	[
		'every other Sunday, ten times',
		{ frequency: WEEKLY, pattern: 1, period: 2, days: [1], end: [0x2022, 10] },
		'every 2 weeks on Sunday, 10 times',
	],
	[
		'on the 15th, until a day',
		{ frequency: MONTHLY, pattern: 2, period: 1, days: [15], end: [0x2021, 5], to: '2026-12-31' },
		'every month on day 15, until 2026-12-31',
	],
	[
		'on the last Friday of every third month',
		{ frequency: MONTHLY, pattern: 3, period: 3, days: [0b10_0000, 5] },
		'every 3 months on the last Friday',
	],
	[
		'on the last day of a month',
		{ frequency: MONTHLY, pattern: 4, period: 1, days: [31] },
		'every month on the last day',
	],
	[
		'once a year',
		{ frequency: YEARLY, pattern: 2, period: 12, days: [17] },
		'every year on 17 April',
	],
	[
		'on the second Tuesday of a month, every other year',
		{ frequency: YEARLY, pattern: 3, period: 24, days: [0b100, 2] },
		'every 2 years on the second Tuesday of April',
	],
	[
		'on the first day of an Islamic month',
		{ frequency: MONTHLY, pattern: 10, period: 1, days: [1] },
		'RSCALE=ISLAMIC-CIVIL;FREQ=MONTHLY;BYMONTHDAY=1',
	],
])('what repeats says so in words: %s', (_name, recurrence, rule) => {
	expect(factsOf(recurrence)).toEqual([['Repeats', rule]]);
});

it('says which days are left out, and to which one was moved', () => {
	const recurrence = {
		frequency: DAILY,
		pattern: 0,
		period: 1440,
		deleted: ['2026-04-18', '2026-04-20', '2026-04-25'],
		modified: ['2026-04-20', '2026-04-26'],
	};
	expect(factsOf(recurrence)).toEqual([
		['Repeats', 'every day'],
		['Except', '2026-04-18, 2026-04-25'],
		['Changed on', '2026-04-20, 2026-04-26'],
	]);
});

it('of one that is cut off says nothing', () => {
	const whole = itemRecurrence({ frequency: WEEKLY, pattern: 1, period: 1, days: [2] });
	for (const length of [0, 8, 22, whole.length - 1]) {
		expect(readRecurrence(whole.subarray(0, length))).toBeUndefined();
	}
});
