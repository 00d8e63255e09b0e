import { DocumentFailure } from './documentFailure.ts';

/** Errors of a program rather than of a document: their words say nothing to who sent it. */
function isProgramError(error: unknown): boolean {
	return (
		error instanceof TypeError ||
		error instanceof RangeError ||
		error instanceof ReferenceError ||
		(error instanceof Error && 'code' in error)
	);
}

/**
 * The failure of a document that a library gave up on, with the library's reason where it has one
 * to tell. `what` is the document, as in "The workbook".
 */
export function damaged(what: string, cause: unknown): DocumentFailure {
	if (cause instanceof DocumentFailure) return cause;
	const reason = cause instanceof Error && !isProgramError(cause) ? cause.message.trim() : '';
	const sentence = `${what} is damaged and can't be read${reason === '' ? '.' : `: ${reason}`}`;
	return new DocumentFailure('damaged', sentence.replace(/\s+/g, ' '), { cause });
}

/** The failure of a document whose end is missing. `what` is the document, as in "The PDF". */
export function truncated(what: string): DocumentFailure {
	return new DocumentFailure(
		'damaged',
		`${what} is truncated: its end is missing. Upload it again.`,
	);
}
