/** Units of a span of time, in the order in which it states them. */
const SPAN_UNITS = ['week', 'day', 'hour', 'minute', 'second'];
/** RFC 5545, 3.3.6. */
const SPAN = /^P(?:(\d{1,6})W)?(?:(\d{1,6})D)?(?:T(?:(\d{1,6})H)?(?:(\d{1,6})M)?(?:(\d{1,6})S)?)?$/;

const RULE_UNITS: Readonly<Record<string, string>> = {
	DAILY: 'day',
	WEEKLY: 'week',
	MONTHLY: 'month',
	YEARLY: 'year',
};
const DAYS: Readonly<Record<string, string>> = {
	MO: 'Monday',
	TU: 'Tuesday',
	WE: 'Wednesday',
	TH: 'Thursday',
	FR: 'Friday',
	SA: 'Saturday',
	SU: 'Sunday',
};
const MONTHS =
	'January February March April May June July August September October November December'.split(
		' ',
	);
const PLACES: Readonly<Record<string, string>> = {
	'1': 'first',
	'2': 'second',
	'3': 'third',
	'4': 'fourth',
	'5': 'fifth',
	'-1': 'last',
	'-2': 'second to last',
};
/** A date, or a point in time, as calendars write them. */
const DATE = /^(\d{4})-?(\d{2})-?(\d{2})(?:T(\d{2}):?(\d{2}):?(\d{2})(Z?))?$/;

const counted = (count: number, unit: string): string =>
	`${count} ${unit}${count === 1 ? '' : 's'}`;

const joined = (words: readonly string[]): string =>
	[words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ');

/** A span of time in words ("1 hour 30 minutes"); as it is written if it is none. */
export function spanInWords(span: string): string {
	const [, ...counts] = SPAN.exec(span) ?? [];
	const parts = SPAN_UNITS.map((unit, at) => ({ count: Number(counts[at] ?? 0), unit }));
	const words = parts
		.filter(({ count }) => count > 0)
		.map(({ count, unit }) => counted(count, unit));
	return words.join(' ') || span;
}

/**
 * When an alarm is due, in words; a point in time as it is.
 * @param isOfEnd whether the span is counted from the end of the entry (RFC 5545, 3.2.14)
 */
export function triggerInWords(trigger: string, isOfEnd: boolean): string {
	const span = trigger.replace(/^[-+]/, '');
	if (!SPAN.test(span)) return trigger;
	const words = spanInWords(span);
	if (words === span) return isOfEnd ? 'at the end' : 'at the start';
	const side = trigger.startsWith('-') ? 'before' : 'after';
	return `${words} ${side}${isOfEnd ? ' the end' : ''}`;
}

/** The parts of a rule that say on which days something is. */
interface RuleDays {
	BYDAY?: string;
	BYMONTHDAY?: string;
	BYMONTH?: string;
	BYSETPOS?: string;
}

/** How something repeats (RFC 5545, 3.3.10) in words; as it is written where these would say less. */
export function ruleInWords(rule: string): string {
	const parts = rule.split(';').map((part) => part.split('=', 2) as [string, string]);
	const {
		FREQ = '',
		INTERVAL = '1',
		COUNT,
		UNTIL,
		WKST = 'MO',
		...days
	} = Object.fromEntries(parts);
	// The first day of the week matters where weeks are left out.
	const isUsual = /^\d{1,4}$/.test(INTERVAL) && (WKST === 'MO' || INTERVAL === '1');
	const isKnown = Object.keys(days).every((name) =>
		/^BY(?:(?:MONTH)?DAY|MONTH|SETPOS)$/.test(name),
	);
	const on = isUsual && isKnown ? daysInWords(FREQ, days) : undefined;
	const every = on === undefined ? undefined : everyInWords(FREQ, INTERVAL, on);
	const end = endInWords(COUNT, UNTIL);
	return every === undefined || end === undefined ? rule : every + end;
}

/** @param on the days, empty where the rule does not say */
function everyInWords(frequency: string, interval: string, on: string): string | undefined {
	const unit = RULE_UNITS[frequency];
	const isOfWeek = on !== '' && ['DAILY', 'WEEKLY'].includes(frequency);
	if (isOfWeek && interval === '1') return `every ${on}`;
	if (unit === undefined || (isOfWeek && frequency === 'DAILY')) return undefined;
	const every = interval === '1' ? `every ${unit}` : `every ${interval} ${unit}s`;
	return [every, isOfWeek ? `on ${on}` : on].filter(Boolean).join(' ');
}

function endInWords(count: string | undefined, until: string | undefined): string | undefined {
	if (count !== undefined)
		return /^\d{1,5}$/.test(count) ? `, ${counted(Number(count), 'time')}` : undefined;
	if (until === undefined) return '';
	const [, year, month, day, hour, minute, second, zone] = DATE.exec(until) ?? [];
	if (year === undefined) return undefined;
	const time = hour === undefined ? '' : `T${hour}:${minute}:${second}${zone}`;
	return `, until ${year}-${month}-${day}${time}`;
}

/** Empty for a rule without days; undefined where words would have to be vague. */
function daysInWords(frequency: string, days: RuleDays): string | undefined {
	if (frequency === 'DAILY' || frequency === 'WEEKLY') return daysOfWeek(days);
	if (frequency !== 'MONTHLY') return daysOfYear(days);
	return days.BYMONTH === undefined ? dayOfMonth(days) : undefined;
}

function daysOfWeek({ BYDAY, ...others }: RuleDays): string | undefined {
	if (Object.keys(others).length > 0) return undefined;
	return BYDAY === undefined ? '' : weekdays(BYDAY);
}

function daysOfYear(days: RuleDays): string | undefined {
	const { BYMONTH, BYMONTHDAY = '', ...others } = days;
	if (BYMONTH === undefined) return Object.keys(days).length > 0 ? undefined : '';
	const months = BYMONTH.split(',').flatMap((month) => MONTHS[Number(month) - 1] ?? []);
	if (months.length < BYMONTH.split(',').length) return undefined;
	const isDate = Object.keys(others).length === 0 && /^\d{0,2}$/.test(BYMONTHDAY);
	if (isDate) return `${BYMONTHDAY === '' ? 'in' : `on ${BYMONTHDAY}`} ${joined(months)}`;
	const day = dayOfMonth(days);
	return day === undefined ? undefined : `${day} of ${joined(months)}`;
}

function dayOfMonth({ BYDAY, BYMONTHDAY, BYSETPOS }: RuleDays): string | undefined {
	if (BYMONTHDAY !== undefined) {
		if (BYDAY !== undefined || BYSETPOS !== undefined) return undefined;
		if (BYMONTHDAY === '-1') return 'on the last day';
		const numbers = BYMONTHDAY.split(',');
		const isPlain = numbers.every((number) => /^\d{1,2}$/.test(number));
		return isPlain ? `on ${numbers.length === 1 ? 'day' : 'days'} ${joined(numbers)}` : undefined;
	}
	if (BYDAY === undefined) return BYSETPOS === undefined ? '' : undefined;
	if (BYSETPOS !== undefined) {
		const [place, day] = [PLACES[BYSETPOS], DAYS[BYDAY]];
		return place === undefined || day === undefined ? undefined : `on the ${place} ${day}`;
	}
	const named = BYDAY.split(',').map((part) => {
		const [, place = '', day = ''] = /^([+-]?\d)?([A-Z]{2})$/.exec(part) ?? [];
		const name = DAYS[day];
		const ordinal = PLACES[place.replace('+', '')];
		return name === undefined || ordinal === undefined ? undefined : `the ${ordinal} ${name}`;
	});
	return named.includes(undefined) ? undefined : `on ${joined(named.flatMap((one) => one ?? []))}`;
}

function weekdays(list: string): string | undefined {
	const names = list.split(',').map((day) => DAYS[day]);
	return names.includes(undefined) ? undefined : joined(names.flatMap((name) => name ?? []));
}
