/** A linked document that cannot be fetched; the message is the reason shown to the client. */
export class LinkFailure extends Error {
	override name = 'LinkFailure' as const;
}
