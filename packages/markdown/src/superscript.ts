/** A power, not an ordinal such as 1st: 2, -3, 2n, n+1. */
const POWER = /^\s*(?:[-+−]?\d+[a-z]?|[a-z][-+−]\d+|[-+−][a-z])\s*$/i;

/** Whether superscript text is a power. It is kept apart from the number: 10² must not become 102. */
export function isExponent(raised: string): boolean {
	return POWER.test(raised);
}
