const ABSOLUTE = /^(?:https?|ftp|mailto|tel):/iu;
const RELATIVE = /^(?:\/|\.\.?\/|\?)/u;
const DOMAIN = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}(?:\/\S*)?$/iu;

/** A link as an absolute address; undefined when it leads nowhere (scripts, data, malformed). */
export function resolveLink(link: string, baseUrl: string): string | undefined {
	const target = link.trim();
	if (
		target === '' ||
		target.startsWith('#') ||
		/^(?:javascript|data|blob|about):/iu.test(target)
	) {
		return undefined;
	}
	return URL.parse(target, baseUrl || undefined)?.href ?? undefined;
}

/** The address a text is: absolute, relative to the page, or a bare domain. Undefined for other texts. */
export function asAddress(text: string, baseUrl: string): string | undefined {
	const value = text.trim();
	if (ABSOLUTE.test(value)) return value;
	if (RELATIVE.test(value) && !/\s/u.test(value)) return resolveLink(value, baseUrl);
	return DOMAIN.test(value) ? value : undefined;
}
