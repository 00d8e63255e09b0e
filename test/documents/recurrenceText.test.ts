import {
	ruleInWords,
	spanInWords,
	triggerInWords,
} from '../../packages/documents/src/calendar/recurrenceText.ts';

it.each([
	['FREQ=DAILY;COUNT=1', 'every day, 1 time'],
	['FREQ=WEEKLY', 'every week'],
	['FREQ=WEEKLY;BYDAY=MO;WKST=SU', 'every week on Monday'],
	['FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,FR;WKST=MO', 'every 2 weeks on Monday, Friday'],
	['FREQ=WEEKLY;UNTIL=20261231T220000Z', 'every week, until 2026-12-31T220000Z'],
	['FREQ=YEARLY', 'every year'],
])('a rule is in words: %s', (rule, words) => {
	expect(ruleInWords(rule)).toBe(words);
});

it.each([
	'FREQ=HOURLY',
	'FREQ=DAILY;BYHOUR=9,12',
	'FREQ=DAILY;INTERVAL=2;BYDAY=MO',
	'FREQ=WEEKLY;INTERVAL=2;BYDAY=SU;WKST=SU',
	'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
	'FREQ=MONTHLY;BYMONTHDAY=1,15',
	'FREQ=YEARLY;BYDAY=20MO',
	'RSCALE=ISLAMIC-CIVIL;FREQ=MONTHLY;BYMONTHDAY=1',
	'W1 MO #5',
])('a rule that no few words say is as it is written: %s', (rule) => {
	expect(ruleInWords(rule)).toBe(rule);
});

it.each([
	['PT90M', '90 minutes'],
	['P1DT1H30M', '1 day 1 hour 30 minutes'],
	['P2W', '2 weeks'],
	['PT0S', 'PT0S'],
	['an hour', 'an hour'],
])('a span of time is in words: %s', (span, words) => {
	expect(spanInWords(span)).toBe(words);
});

it.each<[string, boolean, string]>([
	['-PT15M', false, '15 minutes before'],
	['-P1D', true, '1 day before the end'],
	['PT5M', false, '5 minutes after'],
	['PT0S', false, 'at the start'],
	['-PT0M', true, 'at the end'],
	['2026-05-04T08:00:00Z', false, '2026-05-04T08:00:00Z'],
])('a reminder is in words: %s', (trigger, isOfEnd, words) => {
	expect(triggerInWords(trigger, isOfEnd)).toBe(words);
});
