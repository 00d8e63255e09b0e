/** A page or document could not be converted or read; the message says why. */
export class ContentError extends Error {
	override name = 'ContentError' as const;
}
