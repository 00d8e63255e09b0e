/** @typedef {import('./writeInvoices.mjs').Question} Question */

/**
 * Counts values of an answer: those that the document has, those that were given and those that are right.
 * @param {any} answer
 * @param {Question['schema']} schema
 * @param {Question['truth']} truth
 */
export function scoreAnswer(answer, schema, truth) {
	/** @type {string[]} */
	const misses = [];
	const score = { values: 0, given: 0, right: 0, misses };
	for (const [name, type] of Object.entries(schema)) {
		const [wanted, found] = [truth[name], answer?.[name]];
		if (!Array.isArray(wanted)) {
			count(name, wanted, found, false);
			continue;
		}
		const rows = Array.isArray(found) ? found : [];
		for (let at = 0; at < Math.max(wanted.length, rows.length); at += 1) {
			if (!Array.isArray(type)) count(`${name}[${at}]`, wanted[at], rows[at], false);
			else {
				for (const [column, title] of type.entries()) {
					count(`${name}[${at}].${title}`, wanted[at]?.[column], rows[at]?.[title], true);
				}
			}
		}
	}
	return score;

	/**
	 * @param {string} place
	 * @param {unknown} wanted
	 * @param {unknown} found
	 * @param {boolean} mayGoOn Whether further lines of a text are as right as its first alone.
	 */
	function count(place, wanted, found, mayGoOn) {
		const isGiven = found !== undefined && found !== null && found !== '';
		const isRight = isGiven && isSame(wanted, found, mayGoOn);
		score.values += wanted === undefined || wanted === null ? 0 : 1;
		score.given += isGiven ? 1 : 0;
		score.right += isRight ? 1 : 0;
		if (isGiven ? !isRight : wanted !== undefined && wanted !== null) {
			misses.push(
				`${isGiven ? 'WRONG' : 'none '} ${place}: ${JSON.stringify(wanted)}, ${JSON.stringify(found)}`,
			);
		}
	}
}

/** @param {unknown} wanted @param {unknown} found @param {boolean} mayGoOn */
function isSame(wanted, found, mayGoOn) {
	if (typeof wanted !== 'string' || typeof found !== 'string') return wanted === found;
	const [right, own] = [wanted, found].map((text) => text.replace(/\s+/gu, ' ').trim());
	return own === right || (mayGoOn && (own ?? '').startsWith(`${right} `));
}
