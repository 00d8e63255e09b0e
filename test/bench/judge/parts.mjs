/** Rules are made with one part, and kept only if they help on the other. @typedef {'made' | 'deciding'} Part */

/**
 * Programs whose invoices decide: those of one program are alike, so they are all in one part. Nobody opened
 * these while rules were made.
 */
const DECIDING = new Set(
	'AmazonWebServices ferd-stylesheet-mono free_fiber insurer-letter weclapp'.split(' '),
);
const MADE = new Set('QualityHosting coolblue ferd-form-v1 fnfe-facture gnuaccounting'.split(' '));

/**
 * The part of a page or document: that of its program, else every other one by its place in sorted order.
 * @param {string | undefined} program
 * @param {number} at
 * @returns {Part}
 */
export function partOf(program, at) {
	if (program !== undefined && DECIDING.has(program)) return 'deciding';
	if (program !== undefined && MADE.has(program)) return 'made';
	return at % 2 === 0 ? 'made' : 'deciding';
}
