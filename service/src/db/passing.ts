import { z } from 'zod';

/** SQLite's result codes for what passes: busy, locked, read-only, I/O error, full, cannot open. */
const PASSING_CODES: ReadonlySet<number> = new Set([5, 6, 8, 10, 13, 14]);

const sqliteError = z.object({ code: z.literal('ERR_SQLITE_ERROR'), errcode: z.number() });

/** Whether what the database refused may work later: the disk is full, say. */
export function mayPass(error: unknown): boolean {
	const { data } = sqliteError.safeParse(error);
	// The lowest byte of an extended code is the plain one.
	return data !== undefined && PASSING_CODES.has(data.errcode & 0xff);
}
