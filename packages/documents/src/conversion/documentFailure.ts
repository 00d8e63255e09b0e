/**
 * Why a document failed:
 * `password` it is encrypted; `damaged` truncated or malformed; `empty` nothing in it;
 * `unsupported` a format that is not read; `tooLarge` past a limit; `selection` the page range
 * selects nothing or can't be read; `memory`, `time` past what one document may use; `killed` whatever
 * read it was ended from outside, which says nothing about the document.
 */
export type DocumentFailureCode =
	| 'password'
	| 'damaged'
	| 'empty'
	| 'unsupported'
	| 'tooLarge'
	| 'selection'
	| 'memory'
	| 'time'
	| 'killed';

/**
 * A document that cannot be converted. The message is the reason shown to the client in the job's
 * `error` field (api/openapi.yaml, ParseJob); failed documents are not charged.
 */
export class DocumentFailure extends Error {
	override readonly name = 'DocumentFailure';
	readonly code: DocumentFailureCode;

	constructor(code: DocumentFailureCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}

/** Errors of a program rather than of a document: their text means nothing to the client. */
function isProgramError(error: unknown): boolean {
	return (
		error instanceof TypeError ||
		error instanceof RangeError ||
		error instanceof ReferenceError ||
		(error instanceof Error && 'code' in error)
	);
}

/** Whether recursion overflowed the stack. */
function isTooDeep(error: unknown): boolean {
	return error instanceof RangeError && error.message.includes('call stack');
}

/** The failure of a document whose parts are nested too deep. `what` is the document, as in "The page". */
function nestedTooDeep(what: string, cause: unknown): DocumentFailure {
	return new DocumentFailure('tooLarge', `${what} is nested too deeply to be read.`, { cause });
}

/**
 * The failure of a document that a library gave up on, with the library's reason if it gives one.
 * `what` is the document, as in "The workbook".
 */
export function damaged(what: string, cause: unknown): DocumentFailure {
	if (cause instanceof DocumentFailure) return cause;
	if (isTooDeep(cause)) return nestedTooDeep(what, cause);
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
