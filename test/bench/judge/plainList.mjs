const KETTLES = [
	['Ash Kettle', '$24.90'],
	['Birch Kettle', '$31.50'],
	['Cedar Kettle', '$19.00'],
	['Dune Kettle', '$42.75'],
	['Elm Kettle', '$27.20'],
	['Fern Kettle', '$36.00'],
];

const CARDS = KETTLES.map(
	([name = '', price = ''], at) =>
		`<div class="card"><a href="/kettles/${at + 1}"><h3>${name}</h3></a><p class="price">${price}</p></div>`,
);

/** A plain list of products, for the ways of asking for it. */
export const PLAIN_LIST = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Kettles</title></head><body><h1>Kettles</h1><div class="grid">${CARDS.join('')}</div></body></html>`;

/**
 * Whether an answer has all of its products, each with its name and price, whatever they are called there.
 * @param {unknown} content
 */
export function scorePlainList(content) {
	const rows = rowsIn(content);
	return (
		rows.length === KETTLES.length &&
		rows.every((row, at) => {
			const [name = '', price = ''] = KETTLES[at] ?? [];
			const values = Object.values(row).map(String);
			const isPrice = (/** @type {string} */ value) =>
				Number(value.replace('$', '')) === Number(price.slice(1));
			return values.includes(name) && values.some(isPrice);
		})
	);
}

/** @param {unknown} value @returns {object[]} */
function rowsIn(value) {
	if (Array.isArray(value)) return value.filter((row) => typeof row === 'object' && row !== null);
	if (typeof value !== 'object' || value === null) return [];
	return (
		Object.values(value)
			.map(rowsIn)
			.find(({ length }) => length > 0) ?? []
	);
}
