import { lettersOf, withoutMarks, wordScore } from './text.mjs';

/**
 * Photographed receipts in `scans/`; `scans-gold/` has `{ lines, fields }` of each as JSON.
 * @type {import('./measureQuality.mjs').Kind}
 */
export const scans = {
	title: 'Scans',
	folder: 'scans',
	goldFile: (fileName) => fileName.replace(/\.\w+$/, '.json'),
	read: (service, document) => service.parse(document),
	score(markdown, gold) {
		const { lines, fields } = JSON.parse(gold);
		const text = lettersOf(withoutMarks(markdown));
		/** @type {string[]} */
		const values = Object.values(fields).filter(Boolean);
		const whole = values.filter((value) => text.includes(lettersOf(value)));
		return {
			'words (F1)': wordScore(markdown, lines.join(' ')),
			'whole values': values.length === 0 ? 1 : whole.length / values.length,
		};
	},
};
