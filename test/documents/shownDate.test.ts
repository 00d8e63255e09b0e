import { shownDate } from '../../packages/documents/src/sheets/dates.ts';

/** 31 January 2026, and the same at 14:30. */
const DAY = 46_053;
const AFTERNOON = DAY + 14.5 / 24;

describe('a date of a workbook', () => {
	it.each([
		[DAY, 'dd.mm.yyyy', '31.01.2026'],
		[AFTERNOON, 'dd.mm.yyyy hh:mm', '31.01.2026 14:30'],
		[DAY, '[$-407]d. mmmm yyyy;@', '31. Januar 2026'],
		[DAY, '[$-40C]ddd d mmm yyyy', 'sam. 31 janv. 2026'],
		[DAY, '[$-pt-BR]mmmm', 'janeiro'],
		[DAY, '[$-409]M/D/YYYY', '2026-01-31'],
		[DAY, 'dd"."mm"."yyyy', '31.01.2026'],
		[AFTERNOON, 'hh:mm:ss.0', '14:30:00.0'],
		[DAY, '[$-411]ggge"年"m"月"d"日"', '令和8年1月31日'],
		[DAY, 'ge.m.d', 'R8.1.31'],
		[DAY, '[$-411]gge', '令8'],
	])('%d in the format %s is %s', (days, format, text) => {
		expect(shownDate(days, format)).toBe(text);
	});

	it('is none when its format is of numbers, or there is none', () => {
		expect(shownDate(DAY, '#,##0.00')).toBeUndefined();
		expect(shownDate(DAY, undefined)).toBeUndefined();
	});
});
