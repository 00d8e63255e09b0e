import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import type { AnswerCheck } from '../answer/answerCheck.ts';
import type { FittedAnswer } from '../answer/answerFit.ts';
import { findJson } from '../answer/answerJson.ts';
import type { ModelAnswer } from './model.ts';

/** An answer as JSON, and how much of it is right. */
export interface Reading {
	value: JsonValue;
	/** Converted to the schema's form; unchanged without a schema. Undefined when that is impossible. */
	fitted: FittedAnswer | undefined;
	isCut: boolean;
}

/**
 * The best of the values in an answer; undefined when there are none.
 * @param check undefined when no schema was given: then JSON is an object or a list
 */
export function readAnswer(
	{ text }: Pick<ModelAnswer, 'text'>,
	check: AnswerCheck | undefined,
): Reading | undefined {
	const readings = findJson(text).map(({ value, isCut }): Reading => {
		const asItIs = { value, losses: [], extras: [], readings: [] };
		return { value, isCut, fitted: check === undefined ? asItIs : check.fit(value) };
	});
	const best = bestOf(readings);
	const isForm = best !== undefined && (check !== undefined || isJsonForm(best.value));
	return isForm ? best : undefined;
}

/** What a second answer could improve. */
export function listProblems(
	reading: Reading | undefined,
	check: AnswerCheck | undefined,
): string[] {
	if (reading === undefined) return ['It is not valid JSON.'];
	const { fitted, isCut, value } = reading;
	if (isCut) return ['It is cut off.'];
	if (fitted === undefined) return check?.problems(value) ?? [];
	const isRight = fitted.losses.length === 0 && !isNothingLeft(fitted, value);
	return isRight ? [] : (check?.problems(value) ?? []);
}

/** The reading with the fewest errors; the first of several equally good ones. */
export function bestOf(readings: readonly Reading[]): Reading | undefined {
	return readings.toSorted((one, other) => costOf(one) - costOf(other))[0];
}

function costOf({ fitted, isCut, value }: Reading): number {
	if (fitted === undefined) return 10_000;
	const { losses, extras } = fitted;
	const lost = isNothingLeft(fitted, value) ? 5_000 : 0;
	return lost + (isCut ? 1_000 : 0) + losses.length * 10 + extras.length;
}

/** Whether nothing of a non-empty answer fits the schema. */
const isNothingLeft = (fitted: FittedAnswer, value: JsonValue): boolean =>
	isEmptyAnswer(fitted.value) && !isEmptyAnswer(value);

/** Without a schema JSON is an object or a list. */
const isJsonForm = (value: JsonValue): boolean => isJsonObject(value) || Array.isArray(value);
