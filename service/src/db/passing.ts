/** SQLite's result codes for temporary errors: busy, locked, read-only, I/O error, full, cannot open. */
const PASSING_SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/**
 * Postgres' error codes for temporary errors: no connection (08), conflicting transactions (40), no
 * space or too many connections (53), the server is stopping or starting (57P), system error
 * (58).
 */
const PASSING_POSTGRES_CODE = /^(?:08...|40...|53...|57P0[1-5]|58...)$/;

/** Those after which the connection is lost. */
const LOST_POSTGRES_CODE = /^(?:08...|57P0[1-5])$/;

/** System error codes for a server that is unavailable. */
const PASSING_SYSTEM_CODES: ReadonlySet<string> = new Set([
	'ECONNREFUSED',
	'ECONNRESET',
	'EPIPE',
	'ETIMEDOUT',
	'EHOSTUNREACH',
	'ENETUNREACH',
	'ENOTFOUND',
	'EAI_AGAIN',
]);

/** Messages without a code of the Postgres client for a connection that is lost or cannot be opened. */
const CONNECTION_GONE =
	/^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|timeout expired|Client was closed)/;

/** Whether a rejected query may succeed later, for example if the disk is full or the database restarts. */
export function mayPass(error: unknown): boolean {
	const { code, errcode } = Object(error);
	// The lowest byte of an extended code is the plain code.
	if (code === 'ERR_SQLITE_ERROR') return PASSING_SQLITE_CODES.has(Number(errcode) & 0xff);
	return PASSING_POSTGRES_CODE.test(String(code)) || isConnectionLost(error);
}

/** Whether an error means that the connection to Postgres is lost or cannot be opened. */
export function isConnectionLost(error: unknown): boolean {
	const { code, message } = Object(error);
	return (
		LOST_POSTGRES_CODE.test(String(code)) ||
		PASSING_SYSTEM_CODES.has(String(code)) ||
		CONNECTION_GONE.test(String(message))
	);
}
