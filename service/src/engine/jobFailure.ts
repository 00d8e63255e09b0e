/** The job cannot be done: it ends failed, its message is shown to the client, nothing is charged. */
export class JobFailure extends Error {
	override name = 'JobFailure' as const;
}
