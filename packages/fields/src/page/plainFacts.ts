import {
	isJsonObject,
	type JsonObject,
	type JsonValue,
	stated,
} from '@web-data-extraction/page/json';
import { hasBlocks, mayHaveMarkup, textOfHtml } from '@web-data-extraction/page/inlineHtml';

/** Prices that are not asked for: crossed out, or recommended by the maker (schema.org PriceTypeEnumeration). */
const OTHER_PRICE = /list|strikethrough|srp|regular|minimumadvertised|invoice/iu;
/** Nesting that vocabularies need; a page may nest deeper to slow us down. */
const DEEPEST = 20;

/**
 * A declared thing, and every thing inside it, with what schema.org lets it say in a roundabout way as
 * plain facts: bounds of a salary, the one relevant price of several, the steps of sections. Its texts are
 * without markup.
 */
export function withPlainFacts(thing: JsonObject): JsonObject {
	return readThing(thing, DEEPEST);
}

function readThing(thing: JsonObject, depth: number): JsonObject {
	const entries = Object.entries(thing).map(([name, value]) => [name, readValue(value, depth)]);
	const inner = Object.fromEntries(entries) as JsonObject;
	return {
		...inner,
		...salaryOf(inner),
		...priceOf(inner),
		...answersOf(inner),
		...(inner['recipeInstructions'] && {
			recipeInstructions: stepsIn(inner['recipeInstructions']),
		}),
	};
}

function readValue(value: JsonValue, depth: number): JsonValue {
	if (depth === 0) return value;
	if (Array.isArray(value)) return value.map((part) => readValue(part, depth - 1));
	if (typeof value === 'string') return plainText(value);
	return isJsonObject(value) ? readThing(value, depth - 1) : value;
}

/** A declared text, which may be HTML. Templates escape it once too often: "&lt;p&gt;". */
export function plainText(text: string): string {
	if (!mayHaveMarkup(text)) return text;
	const plain = textOfHtml(text);
	return plain !== text && hasBlocks(plain) ? textOfHtml(plain) : plain;
}

function salaryOf({ baseSalary, estimatedSalary }: JsonObject): JsonObject {
	const [salary, ...others] = [baseSalary ?? estimatedSalary ?? []].flat().filter(isJsonObject);
	if (salary === undefined || others.length > 0) return {};
	const range = isJsonObject(salary['value']) ? { ...salary, ...salary['value'] } : salary;
	const { minValue = null, maxValue = null, unitText = null, currency = null } = range;
	return stated({
		salaryMin: minValue,
		salaryMax: maxValue,
		salaryCurrency: currency,
		salaryUnit: unitText,
	});
}

/** The price of an offer with several specifications: the only one that is not crossed out. */
function priceOf({ price, priceSpecification, lowPrice, highPrice, offers }: JsonObject) {
	if (price !== undefined || offers !== undefined) return {};
	if (lowPrice !== undefined && String(lowPrice) === String(highPrice)) return { price: lowPrice };
	const asked = [priceSpecification ?? []]
		.flat()
		.filter(isJsonObject)
		.filter(({ priceType }) => !OTHER_PRICE.test(typeof priceType === 'string' ? priceType : ''));
	const [only, ...others] = asked;
	if (!Array.isArray(priceSpecification) || only === undefined || others.length > 0) return {};
	return stated({ price: only['price'] ?? null, priceCurrency: only['priceCurrency'] ?? null });
}

/** All answers to a question: the accepted one and the others. */
function answersOf({ acceptedAnswer, suggestedAnswer }: JsonObject): JsonObject {
	if (acceptedAnswer === undefined || suggestedAnswer === undefined) return {};
	return { answer: [acceptedAnswer, suggestedAnswer].flat() };
}

/** Steps may be in sections (schema.org HowToSection): those of all sections. */
function stepsIn(steps: JsonValue): JsonValue {
	if (!Array.isArray(steps)) return steps;
	return steps.flatMap((step) => {
		const inner = isJsonObject(step) ? step['itemListElement'] : undefined;
		return inner === undefined ? [step] : [inner].flat();
	});
}
