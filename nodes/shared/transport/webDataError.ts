/** Facts about a job that travel with an error, so that no job is ever lost. */
export interface ErrorDetails {
	jobId?: string;
	batchId?: string;
	status?: string;
	progress?: string;
	url?: string;
}

/**
 * What every failure inside the package is until it reaches n8n: a fact (`message`), the next step
 * for the user (`description`), and machine-readable details for the error item.
 */
export class WebDataError extends Error {
	override name = 'WebDataError';

	readonly description: string;

	readonly details: ErrorDetails;

	constructor(message: string, description: string, details: ErrorDetails = {}) {
		super(message);
		this.description = description;
		this.details = details;
	}
}

/** Whatever was thrown, as what every failure inside the package is. */
export function asWebDataError(error: unknown): WebDataError {
	if (error instanceof WebDataError) return error;
	return new WebDataError(
		error instanceof Error ? error.message : String(error),
		'This is a bug in the node. Please report it with the steps that led to it.',
	);
}
