/** What an error body may contain in addition to its message (api/openapi.yaml, Error). */
export interface ApiErrorDetails {
	/** Stable code for programs, such as `JOB_NOT_FOUND`. */
	code?: string;
	/** All mistakes, where there may be several. */
	errors?: string[];
	/** After how many seconds to try again. */
	retryAfterSeconds?: number;
}

/** Ends a request with a status code and the error body of the contract. */
export class ApiError extends Error {
	override name = 'ApiError' as const;
	readonly statusCode: number;
	readonly details: ApiErrorDetails;

	constructor(statusCode: number, message: string, details: ApiErrorDetails = {}) {
		super(message);
		this.statusCode = statusCode;
		this.details = details;
	}
}
