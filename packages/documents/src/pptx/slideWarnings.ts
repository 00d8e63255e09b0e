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

/** @param count how many tables of a PowerPoint 97-2003 presentation remain lines in its Markdown */
export function describeUnplacedTables(count: number): string[] {
	if (count === 0) return [];
	const tables = count === 1 ? 'A table' : `${count} tables`;
	return [
		`${tables} of the presentation were read as lines of text, one for each cell. Save it as PPTX and send that.`,
	];
}
