/** Longest address; longer ones carry data. */
const LONGEST_ADDRESS = 8_192;

/**
 * A link as an absolute http or https address; undefined for links of other kinds or none.
 * @param baseUrl what relative links are resolved against; empty when that is not known
 */
export function resolveAddress(
	href: string | null | undefined,
	baseUrl: string,
): string | undefined {
	const trimmed = href?.trim() ?? '';
	if (trimmed === '' || trimmed.length > LONGEST_ADDRESS) return undefined;
	const address = URL.parse(trimmed, baseUrl || undefined);
	if (address === null) return undefined;
	return address.protocol === 'http:' || address.protocol === 'https:' ? address.href : undefined;
}
