import type { JsonObject } from '@web-data-extraction/page/json';
import { columnOf } from '../labels/documentTerms.ts';
import { titlesOf, type TitlePair, withOtherNames, withOtherTitles } from './entryNames.ts';
import { nameKey } from '../names/names.ts';
import { priceAsked } from '../shapes/priceText.ts';
import type { RecordList } from '../records/sourceData.ts';

const CURRENCY = String.raw`(?:${Intl.supportedValuesOf('currency').join('|')}|(?:US|CA|AU|NZ|HK|[ACSR])?\p{Sc}|[Ee]uros?|kr|zł|Kč|Ft|lei|Fr|руб)`;
/** Rounded amounts ("k€", "Mio."), shares of something and prices per unit ("€/kg") are no units here. */
const UNIT =
	'(?:kg|g|mg|µg|t|lbs?|oz|km|m|cm|mm|µm|in|ft|mi|yd|m²|m2|qm|cm²|km²|km2|ha|m³|m3|cm³|[lL]|m[lL]|cl|dl|s|sec|ms|min|h|hrs?|Std|°C|°F|℃|K|V|A|mA|mAh|Ah|W|kW|MW|Wh|kWh|MWh|Hz|kHz|MHz|GHz|bar|Pa|kPa|hPa|N|Nm|J|kJ|kcal|km/h|mph|m/s|dB|px|[kK]B|MB|GB|TB|pcs|Stk|Stück|г|кг|т|м|см|мм|км|м²|л|мл|шт|ч|мин)';
/** A title and a unit: "Weight (g)", "Preis [EUR]", "Gewicht in kg", "Масса, г". */
const titled = (unit: string): RegExp =>
	new RegExp(
		String.raw`^(?<plain>[^()[\],]{0,60}\p{L})(?:\s?\((?:in\s)?${unit}\.?\)|\s?\[(?:in\s)?${unit}\.?\]|,\s${unit}\.?|\s(?:in|en)\s${unit})$`,
		'u',
	);
const IN_CURRENCY = titled(CURRENCY);
const IN_UNIT = titled(UNIT);

/** A title without its unit; undefined where it has none. A price "(kg)" may be one per kilogram. */
function plainTitle(title: string): string | undefined {
	const money = IN_CURRENCY.exec(title)?.groups?.['plain'];
	const plain = money ?? IN_UNIT.exec(title)?.groups?.['plain'];
	if (plain === undefined || money !== undefined) return plain;
	const key = nameKey(plain);
	const isMoney = priceAsked(key) !== undefined || /price|amount/u.test(columnOf(key) ?? '');
	return isMoney ? undefined : plain;
}

/** Titles that have a unit, without it. Left out where two would be the same: prices in two currencies. */
function plainTitles(titles: readonly string[]): TitlePair[] {
	const pairs = titles.flatMap((title) => {
		const plain = plainTitle(title);
		return plain === undefined ? [] : [[title, plain] as const];
	});
	const keys = [...titles, ...pairs.map(([, plain]) => plain)].map(nameKey);
	const isAlone = (key: string): boolean => keys.filter((other) => other === key).length === 1;
	return pairs.filter(([, plain]) => isAlone(nameKey(plain)));
}

/** A record whose values are also found by their titles without units. */
export function withPlainTitles(record: JsonObject): JsonObject {
	return withOtherNames(record, plainTitles(Object.keys(record)));
}

/** A table whose columns are also found by their titles without units. */
export function withPlainColumns(list: RecordList): RecordList {
	const plain = plainTitles(titlesOf(list));
	if (plain.length === 0) return list;
	const keys = [list.columns ?? '', ...plain.map(([, name]) => nameKey(name))];
	const columns = list.columns !== undefined && { columns: keys.join('|') };
	return { ...withOtherTitles(list, plain), ...columns };
}
