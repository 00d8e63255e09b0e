const YES = new Set(['true', 'yes', 'y', 'ja', 'oui', 'si', 'sí', '✓', '✔', 'on']);
const NO = new Set(['false', 'no', 'n', 'nein', 'non', '✗', '✘', 'off']);

/** What schema.org, OpenGraph and shop pages say about things that can be had, as letters only. */
const AVAILABLE = new Set([
	'instock',
	'available',
	'limitedavailability',
	'onlineonly',
	'auflager',
	'lieferbar',
]);
const NOT_AVAILABLE = new Set([
	'outofstock',
	'soldout',
	'discontinued',
	'unavailable',
	'notavailable',
	'oos',
	'ausverkauft',
]);

/** The yes or no a text states; undefined when it states neither. */
export function parseBoolean(text: string): boolean | undefined {
	const word = text.trim().toLowerCase();
	if (YES.has(word)) return true;
	return NO.has(word) ? false : undefined;
}

/** Whether a text says that something can be had; undefined for anything in between (pre-order). */
export function parseAvailability(text: string): boolean | undefined {
	const word = (text.split('/').at(-1) ?? '').toLowerCase().replace(/[^\p{L}]/gu, '');
	if (AVAILABLE.has(word)) return true;
	return NOT_AVAILABLE.has(word) ? false : parseBoolean(text);
}
