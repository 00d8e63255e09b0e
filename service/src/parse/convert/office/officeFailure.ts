import type { OfficeIssue } from 'officeparser';
import { damaged } from '../damage.ts';
import { DocumentFailure, type DocumentFailureCode } from '../documentFailure.ts';

const REASONS: Readonly<Record<string, [DocumentFailureCode, string]>> = {
	PASSWORD_REQUIRED: [
		'password',
		'The document is password-protected. Remove the password and send it again.',
	],
	PASSWORD_INCORRECT: [
		'password',
		'The document is password-protected. Remove the password and send it again.',
	],
	DOCUMENT_DECRYPTION_FAILED: ['password', 'The document is encrypted in a way that is not read.'],
	ZIP_ENTRY_COUNT_LIMIT_EXCEEDED: ['tooLarge', 'The document holds more parts than are read.'],
	ZIP_SIZE_LIMIT_EXCEEDED: ['tooLarge', 'The document unpacks to more than is read.'],
	ZIP_ENTRY_INVALID_SIZE: ['damaged', 'The document is damaged: a part has no valid size.'],
	XML_ELEMENT_LIMIT_EXCEEDED: ['tooLarge', 'The document holds more elements than are read.'],
	OUTPUT_TOO_LARGE: ['tooLarge', 'The document holds more text than one result can.'],
	MAX_NESTING_DEPTH_EXCEEDED: ['tooLarge', 'The document is nested deeper than is read.'],
	ZIP_NO_ENTRIES_FOUND: ['damaged', 'The document is damaged: nothing in it can be unpacked.'],
	ZIP_TRUNCATED: ['damaged', 'The document is truncated. Upload it again.'],
	REQUIRED_PART_MISSING: ['damaged', 'The document is damaged: a part that it needs is missing.'],
};

function hasIssue(error: Error): error is Error & { officeIssue: OfficeIssue } {
	return 'officeIssue' in error && typeof error.officeIssue === 'object';
}

/** The library's own words, without its name in front. */
function withoutPrefix(error: Error): Error {
	const prefix = '[OfficeParser]: ';
	if (!error.message.startsWith(prefix)) return error;
	return new Error(error.message.slice(prefix.length), { cause: error });
}

/**
 * The reason to show for what the document library threw. What it does not name is damage: the
 * library throws on nothing else once the format is known.
 */
export function officeFailure(error: unknown): DocumentFailure {
	if (!(error instanceof Error)) return damaged('The document', error);
	const known = hasIssue(error) ? REASONS[error.officeIssue.code] : undefined;
	if (known === undefined) return damaged('The document', withoutPrefix(error));
	return new DocumentFailure(...known, { cause: error });
}
