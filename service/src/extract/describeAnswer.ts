import { describeListed, type ExtractionResult } from '@web-data-extraction/fields/extraction';
import type { AnswerFlags } from '../db/answerFlags.ts';

/** What is worth noticing about an answer for one page. */
export function describeAnswer(answer: ExtractionResult): AnswerFlags {
	const { aiExtractionFailed, extractionEmpty, failureReason, listed } = answer;
	const warnings = [
		failureReason ?? [],
		answer.warnings,
		listed === undefined ? [] : describeListed(listed),
	].flat();
	return {
		...(aiExtractionFailed && { ai_extraction_failed: true }),
		...(extractionEmpty && { extraction_empty: true }),
		...(warnings.length > 0 && { warnings }),
	};
}
