/** What a log accepts. */
export interface EndpointLog {
	info(facts: object, message: string): void;
	warn(facts: object, message: string): void;
}

/** The same trouble is logged again if it persists after this time. */
const SAID_FOR_MS = 10 * 60_000;
const MAX_REMEMBERED = 50;

/** The state of an endpoint, for the log, `/readyz` and the dashboard; each trouble is logged once. */
export class EndpointHealth {
	/** What keeps pages from getting answers now; undefined when nothing does. */
	trouble: string | undefined;
	private readonly log: EndpointLog | undefined;
	private hasAnswered = false;
	private readonly loggedAtMs = new Map<string, number>();

	constructor(log?: EndpointLog) {
		this.log = log;
	}

	failed(reason: string): void {
		this.trouble = reason;
		const loggedAtMs = this.loggedAtMs.get(reason);
		if (loggedAtMs !== undefined && Date.now() - loggedAtMs < SAID_FOR_MS) return;
		if (this.loggedAtMs.size >= MAX_REMEMBERED) this.loggedAtMs.clear();
		this.loggedAtMs.set(reason, Date.now());
		this.log?.warn({ reason }, 'the language model gives no answer');
	}

	/** A problem was found before the first question; the endpoint's own answers count more. */
	suspected(reason: string): void {
		if (!this.hasAnswered) this.trouble ??= reason;
	}

	answered(): void {
		this.hasAnswered = true;
		if (this.trouble === undefined) return;
		this.trouble = undefined;
		this.log?.info({}, 'the language model answers again');
	}
}
