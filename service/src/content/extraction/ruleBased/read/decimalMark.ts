import type { DecimalMark } from '../pageData.ts';

/** How numbers are written in a language (a BCP 47 tag such as "de-AT"); undefined when it is not known. */
export function decimalMarkOf(language: string): DecimalMark | undefined {
	const tag = language.trim().replaceAll('_', '-');
	if (tag === '') return undefined;
	try {
		const decimal = new Intl.NumberFormat(tag)
			.formatToParts(1.5)
			.find((part) => part.type === 'decimal')?.value;
		return decimal === ',' ? 'comma' : 'point';
	} catch {
		// Pages put all kinds of texts into the attribute.
		return undefined;
	}
}
