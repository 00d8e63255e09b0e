/** Country codes people use that are not ISO 3166. */
const ALIASES: Readonly<Record<string, string>> = { uk: 'gb', en: 'us' };

/**
 * The locale of a country, for providers that take a language: `de` becomes `de-DE`, by the most
 * likely language of Unicode's CLDR. Undefined without a country, or for a code that is none.
 */
export function toLocale(country: string | undefined): string | undefined {
	const code = country?.trim().toLowerCase();
	if (!code) return undefined;
	const region = (ALIASES[code] ?? code).toUpperCase();
	if (!/^[A-Z]{2}$/.test(region)) return undefined;
	const { language } = new Intl.Locale(`und-${region}`).maximize();
	return language === 'und' ? undefined : `${language}-${region}`;
}
