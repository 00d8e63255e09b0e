import type { OldSlides } from '../ppt/readPpt.ts';

/**
 * Slides skipped in the show are still in the file and in print: they are read in every format, and
 * reported.
 * @param hidden their numbers
 */
export function describeHiddenSlides(hidden: readonly number[]): string[] {
	if (hidden.length === 0) return [];
	return hidden.length === 1
		? [`Slide ${hidden.join('')} is hidden in the slide show, but was read.`]
		: [`Slides ${hidden.join(', ')} are hidden in the slide show, but were read.`];
}

/** Shapes that slides do not draw are handled by the same rule. @param slides their numbers */
export function describeHiddenShapes(slides: readonly number[]): string[] {
	if (slides.length === 0) return [];
	const names =
		slides.length === 1 ? `Slide ${slides.join('')} has` : `Slides ${slides.join(', ')} have`;
	return [`${names} text in hidden shapes; it was read, too.`];
}

const SAVE = 'Save it as PPTX and send that.';

/**
 * What the Markdown of a PowerPoint 97-2003 presentation lacks or shows differently.
 * @param unplacedCount how many of its tables remain lines there
 */
export function describeOldSlides(
	{ hidden, isRaisedByMaster }: OldSlides,
	unplacedCount: number,
): string[] {
	const tables = unplacedCount === 1 ? 'A table' : `${unplacedCount} tables`;
	return [
		...describeHiddenSlides(hidden),
		...(isRaisedByMaster
			? [
					`The master of the presentation raises text: powers in it may not be marked as raised (10 with a raised 6 reads as 106). ${SAVE}`,
				]
			: []),
		...(unplacedCount > 0
			? [`${tables} of the presentation were read as lines of text, one for each cell. ${SAVE}`]
			: []),
	];
}
