/**
 * What stopped a document:
 * `password` it is encrypted; `damaged` truncated or malformed; `empty` nothing in it;
 * `unsupported` a format that is not read; `tooLarge` past a limit; `selection` the page range
 * selects nothing or can't be read; `memory`, `time` past what one document may use.
 */
export type DocumentFailureCode =
	'password' | 'damaged' | 'empty' | 'unsupported' | 'tooLarge' | 'selection' | 'memory' | 'time';

/**
 * A document that cannot be converted. The message is the reason shown to the client in the job's
 * `error` field (reference, "Parse job"); failed documents are not charged.
 */
export class DocumentFailure extends Error {
	override readonly name = 'DocumentFailure';
	readonly code: DocumentFailureCode;

	constructor(code: DocumentFailureCode, message: string, options?: ErrorOptions) {
		super(message, options);
		this.code = code;
	}
}
