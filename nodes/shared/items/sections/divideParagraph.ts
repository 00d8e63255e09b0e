/** Where a text may be divided: sentences, in any language. */
const SENTENCES = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/**
 * A paragraph in pieces of at most `maxCharacters` where its sentences allow it: never within a sentence, a
 * link, code or bold text. All pieces together are the paragraph.
 */
export function divideParagraph(text: string, maxCharacters: number): string[] {
	const pieces: string[] = [];
	let piece = '';
	let sentence = '';
	const marks = new OpenMarks();
	for (const segment of segmentsOf(text, maxCharacters)) {
		sentence += segment;
		marks.read(segment);
		if (marks.isOpen) continue;
		if (piece !== '' && piece.length + sentence.length > maxCharacters) {
			pieces.push(piece);
			piece = '';
		}
		piece += sentence;
		sentence = '';
	}
	return [...pieces, piece + sentence].filter((part) => part !== '');
}

/** The space between two links or pictures. */
const BETWEEN_LINKS = /(?<=\)\s)(?=!?\[)/;

/** Sentences; of what is too long for one, the links and pictures in a row. */
function* segmentsOf(text: string, maxCharacters: number): Generator<string> {
	// The mark of a picture would end a sentence.
	for (const { index, segment: masked } of SENTENCES.segment(text.replaceAll('![', 'I['))) {
		const segment = text.slice(index, index + masked.length);
		if (segment.length <= maxCharacters) yield segment;
		else yield* segment.split(BETWEEN_LINKS);
	}
}

/** Whether a text, read in pieces, is inside a link, code or bold text. */
class OpenMarks {
	#brackets = 0;
	#ticks = 0;
	#bold = 0;

	get isOpen(): boolean {
		return this.#brackets > 0 || this.#ticks % 2 === 1 || this.#bold % 2 === 1;
	}

	read(text: string): void {
		for (const [mark] of text.matchAll(/\\.|`+|\*\*|[[\]]|(?<=\])\(|\)/gs)) {
			if (mark.startsWith('`')) this.#ticks += 1;
			else if (this.#ticks % 2 === 1) continue;
			else if (mark === '**') this.#bold += 1;
			else if (mark === '[' || mark === '(') this.#brackets += 1;
			else if (mark === ']' || mark === ')') this.#brackets = Math.max(0, this.#brackets - 1);
		}
	}
}
