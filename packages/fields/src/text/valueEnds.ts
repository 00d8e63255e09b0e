import type { SchemaNode } from '../schema/schemaNode.ts';
import { isGeneralName } from '../labels/askedLabels.ts';
import { factOf } from '../labels/documentTerms.ts';
import { parseDate } from '../shapes/parseDate.ts';
import { isAmountOfMoney } from '../shapes/parseNumber.ts';
import { endsWithFigure } from '../labels/mergedCells.ts';
import { labelKey, nameKey, sameMeaning, wordSet } from '../names/names.ts';

const MOST_LABEL_WORDS = 5;
/** A label in bold is one whatever it says: "Ada **Ship:** B", "Ada **Ship**: B". */
const BOLD_LABEL = /\s(?=(?:\*\*|__)[^*_\n:：]{1,60}(?:[:：](?:\*\*|__)|(?:\*\*|__)[:：])\s)/gu;
/** The wide colon of Chinese and Japanese needs no space after it. */
const COLON =
	/[:：](?=\s\S)|：(?=\S)|(?<=[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}]):(?=\S)/gu;
/** Labels of texts that may have colons themselves: "Subject: Your order: last step". */
const TEXTS = wordSet(
	'title titel titre titulo titolo headline subject betreff objet asunto oggetto onderwerp note remark comment bemerkung hinwei remarque nota opmerking description beschreibung descripcion descrizione topic thema sujet tema summary text question answer quote message nachricht 件名 題名 タイトル 備考 説明 内容 主题 主題 标题 標題 备注 備註 说明 제목 비고 설명 내용',
);

/** The keys of the labels that a schema asks for, and of their other names. */
export function askedLabelKeys({ shapes, otherNames }: SchemaNode, name = ''): Set<string> {
	const own = [name, ...otherNames].filter(Boolean).flatMap((one) => sameMeaning(nameKey(one)));
	const inner = shapes.flatMap((shape) => {
		if (shape.kind === 'list') return [...askedLabelKeys(shape.items)];
		if (shape.kind === 'scalar') return [];
		return [...shape.properties].flatMap(([key, node]) => [...askedLabelKeys(node, key)]);
	});
	return new Set([...own.map(labelKey), ...inner]);
}

/**
 * The value of a label up to the next label of its line, and the rest of the line from there. Labels are
 * those in bold, those that documents use and those that are asked for.
 * @param label that of the value
 * @param asked keys of the labels that are asked for (`askedLabelKeys`)
 */
export function cutAtLabel(label: string, value: string, asked: ReadonlySet<string>) {
	const isText = TEXTS.has(nameKey(label));
	const bold = [...value.matchAll(BOLD_LABEL)].map(({ index }) => index);
	const known = colonsIn(value).flatMap(
		(colon) => labelStart(value.slice(0, colon), isKnown) ?? [],
	);
	const last = isText ? undefined : labelStart(value.trimEnd(), isKnown);
	// "04/05/2026 Departure": the value of the second label is on another line.
	const isAfterFigure = endsWithFigure(value.slice(0, last));
	const end = Math.min(...bold, ...known, last !== undefined && isAfterFigure ? last : Infinity);
	if (!Number.isFinite(end)) return { own: value, rest: '' };
	const own = value.slice(0, end).trimEnd();
	return { own: own.replace(/[,;|·•–-]$/u, '').trimEnd(), rest: value.slice(end).trim() };

	function isKnown(words: string): boolean {
		const key = nameKey(words);
		if (isGeneralName(key)) return false;
		return asked.has(labelKey(words)) || (!isText && factOf(key) !== undefined);
	}
}

/**
 * Whether a value may go on in a label that is not known ("Ada Ship: B"): where that begins cannot be
 * told. A value that begins with a label ("Re: offer") or is a text may have colons of its own.
 */
export function isMaybeCut(label: string, value: string): boolean {
	if (TEXTS.has(nameKey(label))) return false;
	const words = beforeColon(value).split(/\s+/u);
	if (words.length < 2 || /\d/u.test(words.at(-1) ?? '')) return false;
	return words.slice(1).slice(-3).some(isCapital);
}

/** The value before a label that is not known, where its form shows that it is complete. */
export function completeValue(value: string): string | undefined {
	const words = beforeColon(value);
	const own = words.slice(0, Math.max(0, words.lastIndexOf(' ')));
	return parseDate(own) !== undefined || isAmountOfMoney(own) ? own : undefined;
}

/** Scripts without capitals write labels as they write anything. */
const isCapital = (word: string): boolean => /^["'(*]{0,3}[\p{Lu}\p{Lo}]/u.test(word);

/** The text before the first colon that separates; empty without one. */
const beforeColon = (text: string): string => text.slice(0, colonsIn(text)[0] ?? 0).trimEnd();

const colonsIn = (text: string): number[] => [...text.matchAll(COLON)].map(({ index }) => index);

/** Where the longest label begins that a text ends with and that has a value before it. */
function labelStart(text: string, isLabel: (words: string) => boolean): number | undefined {
	const starts = [...text.matchAll(/(?<=\s)\S/gu)].map(({ index }) => index);
	return starts
		.slice(-MOST_LABEL_WORDS)
		.find((start) => isCapital(text.slice(start)) && isLabel(text.slice(start)));
}
