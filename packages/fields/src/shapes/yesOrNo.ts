/** Words that mean yes and no, including schema.org's terms for availability. */
const YES = new Set(
	'true yes y on ✓ ✔ instock available limitedavailability onlineonly'.split(' '),
);
const NO = new Set(
	'false no n off ✗ ✘ outofstock soldout discontinued unavailable notavailable'.split(' '),
);

/** The yes or no a text states; undefined when it states neither, or something in between (pre-order). */
export function parseBoolean(text = ''): boolean | undefined {
	const word = text.toLowerCase().replace(/[\s_-]/gu, '');
	if (YES.has(word)) return true;
	return NO.has(word) ? false : undefined;
}
