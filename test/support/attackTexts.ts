import { type AST, parseRegExpLiteral } from '@eslint-community/regexpp';

/** What a regular expression is written as. */
interface Written {
	source: string;
	flags: string;
}

/** A repetition of fewer characters than this does not make an expression slow. */
const MANY = 100;

/**
 * Texts that may make a regular expression slow: what its parts match, repeated, alone and after what
 * stands before them, with an end that does not match.
 * @returns functions from a length to a text of about that length
 */
export function listAttacks({ source, flags }: Written): Array<(length: number) => string> {
	const { pattern } = parseRegExpLiteral(`/${source}/${flags.replace(/[^iu]/g, '')}`);
	const attacks = new Map<string, (length: number) => string>();
	const add = (before: string, part: string): void => {
		if (part === '') return;
		for (const end of ['', '\0']) {
			const attack = (length: number): string =>
				before + part.repeat(Math.ceil(length / part.length)) + end;
			attacks.set(JSON.stringify([before, part, end]), attack);
		}
	};
	const visit = (alternatives: readonly AST.Alternative[], before: string): void => {
		for (const { elements } of alternatives) {
			let so = before;
			add('', elements.map(sample).join(''));
			for (const element of elements) {
				const part = sample(element);
				const isRepeated = element.type === 'Quantifier' && element.max >= MANY;
				if (isRepeated) for (const piece of listSamples(element.element)) add(so, piece);
				add('', part);
				add('', so + part);
				visitInside(element, so);
				so += part;
			}
		}
	};
	const visitInside = (element: AST.Element, before: string): void => {
		if (element.type === 'Quantifier') visitInside(element.element, before);
		else if (
			element.type === 'Group' ||
			element.type === 'CapturingGroup' ||
			element.type === 'Assertion'
		) {
			if ('alternatives' in element) visit(element.alternatives, before);
		}
	};
	visit(pattern.alternatives, '');
	return [...attacks.values()];
}

/** Texts that an element matches: one for each of its alternatives. */
function listSamples(element: AST.Element): string[] {
	if (element.type !== 'Group' && element.type !== 'CapturingGroup') return [sample(element)];
	return element.alternatives.map(({ elements }) => elements.map(sample).join(''));
}

/** A short text that an element matches; empty for what matches no characters. */
function sample(element: AST.Element): string {
	switch (element.type) {
		case 'Character':
			return String.fromCodePoint(element.value);
		case 'CharacterSet':
			return sampleOfSet(element);
		case 'CharacterClass':
			return sampleOfClass(element);
		case 'Group':
		case 'CapturingGroup':
			return listSamples(element)[0] ?? '';
		case 'Quantifier':
			return element.max === 0 ? '' : sample(element.element).repeat(Math.max(1, element.min));
		default:
			return '';
	}
}

const CANDIDATES = [
	...[
		'a',
		' ',
		'0',
		'/',
		'.',
		'-',
		'\n',
		'é',
		'中',
		'の',
		'あ',
		'가',
		'"',
		'&',
		'!',
		'\t',
		'\0',
		'\u0301',
	],
	...Array.from({ length: 126 }, (_none, code) => String.fromCodePoint(code)),
	...['\u{1F600}', '\u{E000}', '\uFEFF', 'İ', 'ß', 'ア'],
];

const sampleOfSet = ({ raw }: AST.CharacterSet): string => firstOf(raw === '.' ? '[^]' : raw);

function sampleOfClass({ raw }: AST.CharacterClass | AST.ExpressionCharacterClass): string {
	return firstOf(raw);
}

function firstOf(set: string): string {
	const flags = set.includes('\\p') || set.includes('\\u{') ? 'u' : '';
	const expression = new RegExp(`^${set}$`, flags);
	return CANDIDATES.find((text) => expression.test(text)) ?? '';
}
