/**
 * Not the job's fault (for example, the browser crashed): it waits in state `delayed` and runs again. After
 * too many starts it fails with this message.
 */
export class RetryLater extends Error {
	override name = 'RetryLater' as const;
	readonly delayMs: number;

	constructor(message: string, delayMs: number, options?: ErrorOptions) {
		super(message, options);
		this.delayMs = delayMs;
	}
}
