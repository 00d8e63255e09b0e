/** SQLite's result codes for what passes: busy, locked, read-only, I/O error, full, cannot open. */
const PASSING_SQLITE_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

/**
 * Postgres' error codes for what passes: no connection (08), transactions in each other's way (40), no
 * room or too many connections (53), the server is stopping or starting (57P), trouble of its system
 * (58).
 */
const PASSING_POSTGRES_CODE = /^(?:08...|40...|53...|57P0[1-5]|58...)$/;

/** Of these, those after which the connection is gone. */
const LOST_POSTGRES_CODE = /^(?:08...|57P0[1-5])$/;

/** The system's codes for a server that is not there. */
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

/** What the client of Postgres says, without a code, of a connection that is gone or does not come. */
const CONNECTION_GONE =
	/^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect|Client was closed)/;

/** Whether what the database refused may work later: the disk is full, say, or it is being restarted. */
export function mayPass(error: unknown): boolean {
	const { code, errcode } = Object(error);
	// The lowest byte of an extended code is the plain one.
	if (code === 'ERR_SQLITE_ERROR') return PASSING_SQLITE_CODES.has(Number(errcode) & 0xff);
	return PASSING_POSTGRES_CODE.test(String(code)) || isConnectionLost(error);
}

/** Whether an error says that the connection to Postgres is gone or does not come. */
export function isConnectionLost(error: unknown): boolean {
	const { code, message } = Object(error);
	return (
		LOST_POSTGRES_CODE.test(String(code)) ||
		PASSING_SYSTEM_CODES.has(String(code)) ||
		CONNECTION_GONE.test(String(message))
	);
}
