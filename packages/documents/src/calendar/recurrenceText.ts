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
const counted = (count: number, unit: string): string =>
	`${count} ${unit}${count === 1 ? '' : 's'}`;

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

/**
 * How something repeats (RFC 5545, 3.3.10) in words: each day, month or year, or on days of the week. Any
 * other rule is as it is written.
 */
export function ruleInWords(rule: string): string {
	const parts = rule.split(';').map((part) => part.split('=', 2) as [string, string]);
	const {
		FREQ = '',
		INTERVAL = '1',
		COUNT,
		UNTIL,
		WKST = 'MO',
		BYDAY,
		...others
	} = Object.fromEntries(parts);
	const unit = RULE_UNITS[FREQ];
	const days = BYDAY?.split(',').map((day) => DAYS[day]) ?? [];
	// The first day of the week matters where weeks are left out.
	const isUsual = WKST === 'MO' || INTERVAL === '1';
	const isPlain = Object.keys(others).length === 0 && !days.includes(undefined);
	const isOfWeek = days.length === 0 || FREQ === 'WEEKLY';
	if (unit === undefined || !isUsual || !isPlain || !isOfWeek) return rule;
	const every = INTERVAL === '1' ? `every ${unit}` : `every ${INTERVAL} ${unit}s`;
	const on = days.length === 0 ? '' : ` on ${days.join(', ')}`;
	return every + on + endInWords(COUNT, UNTIL);
}

function endInWords(count: string | undefined, until: string | undefined): string {
	if (count !== undefined) return `, ${counted(Number(count), 'time')}`;
	return until === undefined
		? ''
		: `, until ${until.replace(/^(\d{4})(\d{2})(\d{2})/, '$1-$2-$3')}`;
}
