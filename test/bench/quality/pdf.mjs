import { tableScore } from './tables.mjs';
import { lettersOf, mean, orderScore, withoutMarks } from './text.mjs';

/** @param {string} markdown */
function readHeadings(markdown) {
	return [...markdown.matchAll(/^(#{1,6})[ \t]+(\S.*)$/gm)]
		.map(([, marks = '', text = '']) => ({
			level: marks.length,
			text: lettersOf(withoutMarks(text)),
		}))
		.filter(({ text }) => text !== '');
}

/**
 * Headings found in their order: `stepped` gives one point for text and step (deeper, higher or as deep
 * as the one found before) and half a point for the text alone, `anyLevel` a point for the text.
 * `undefined` where the gold has none.
 * @param {string} found Markdown
 * @param {string} gold Markdown
 */
function headingScores(found, gold) {
	const wanted = readHeadings(gold);
	if (wanted.length === 0) return undefined;
	const have = readHeadings(found);
	let inStep = 0;
	let hits = 0;
	let from = 0;
	/** @type {{ wanted: number, have: number } | undefined} */
	let levels;
	for (const heading of wanted) {
		const at = have.findIndex(({ text }, index) => index >= from && text === heading.text);
		if (at === -1) continue;
		from = at + 1;
		const level = have[at]?.level ?? 0;
		const isSameStep =
			levels === undefined ||
			Math.sign(heading.level - levels.wanted) === Math.sign(level - levels.have);
		hits += 1;
		inStep += isSameStep ? 1 : 0;
		levels = { wanted: heading.level, have: level };
	}
	const all = wanted.length + have.length;
	return { stepped: (hits + inStep) / all, anyLevel: (2 * hits) / all };
}

/**
 * PDFs in `pdf/` with their Markdown in `pdf-gold/`, under the same name with the ending `.md`.
 * @type {import('./measureQuality.mjs').Kind}
 */
export const pdf = {
	title: 'PDF',
	folder: 'pdf',
	goldFile: (fileName) => fileName.replace(/\.pdf$/, '.md'),
	read: (service, document) => service.parse(document),
	score(markdown, gold) {
		const headings = headingScores(markdown, gold);
		const scores = {
			order: orderScore(markdown, gold),
			tables: tableScore(markdown, gold),
			headings: headings?.stepped,
		};
		return {
			overall: mean(Object.values(scores)),
			...scores,
			'headings of any level': headings?.anyLevel,
		};
	},
};
