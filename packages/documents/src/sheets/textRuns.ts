import { runsOf } from '../layout/page.ts';
import { isExponentOf } from '../office/superscript.ts';
import { attributeOf, findElements, replaceElements, textsIn } from '../xml/xml.ts';
import { struck } from './struckText.ts';

/** A run of a cell's text that looks alike. */
export interface Run {
	text: string;
	/** Default: like its cell. */
	isStruck?: boolean;
	isRaised: boolean;
}

/** Runs merged where adjacent ones look alike. */
const joined = (runs: readonly Run[]): Run[] =>
	runsOf(
		runs,
		([first], run) => first.isStruck === run.isStruck && first.isRaised === run.isRaised,
	).map((alike) => ({ ...alike[0], text: alike.map(({ text }) => text).join('') }));

/** The text of runs that look different, with a mark before each power and struck-out text marked. */
export function markedRuns(runs: readonly Run[], isCellStruck = false): string {
	let before = '';
	return joined(runs)
		.map(({ text, isStruck = isCellStruck, isRaised }) => {
			const shown = isRaised && isExponentOf(before, text) ? `^${text.trimStart()}` : text;
			before = text;
			return isStruck ? struck(shown) : shown;
		})
		.join('');
}

const LOOKS = /<(?:\w+:)?(?:strike|vertAlign)[\s/>]/;
const OFF = /^(?:0|false)$/;
/** A character that XML can't contain or would change, as workbooks write it. */
const ESCAPED = /_x([\da-f]{4})_/gi;

/** Whether a tag that turns a look on really does: `<strike/>`, `<strike val="0"/>`. */
export const isOn = (tag: string): boolean => !OFF.test(attributeOf(tag, 'val') ?? '');

const PREFIX = /(<\/?)\w+:(?=\w)/g;

/**
 * The runs of a cell's text in XML, as stored in workbooks since 2007.
 * @returns undefined where none is struck out or raised
 */
export function runsOfXml(richText: unknown, isCellStruck: boolean): Run[] | undefined {
	if (typeof richText !== 'string' || !(isCellStruck || LOOKS.test(richText))) return undefined;
	// The reading of a word is stored beside it.
	const xml = replaceElements(richText.replace(PREFIX, '$1'), { rPh: () => '' });
	const runs = findElements(xml, 'r').map(({ inner }) => readRun(inner));
	return runs.length === 0 ? undefined : runs;
}

function readRun(xml: string): Run {
	const text = textsIn(xml, 't')
		.join('')
		.replace(ESCAPED, (_source, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
	const [look] = findElements(xml, 'rPr');
	const [strike] = findElements(look?.inner ?? '', 'strike');
	const [height] = findElements(look?.inner ?? '', 'vertAlign');
	return {
		text,
		isRaised: attributeOf(height?.tag ?? '', 'val') === 'superscript',
		...(look && { isStruck: strike !== undefined && isOn(strike.tag) }),
	};
}
