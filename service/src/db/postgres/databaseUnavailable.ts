/** The database cannot be reached or used; the message says why and holds no password. */
export class DatabaseUnavailableError extends Error {
	override name = 'DatabaseUnavailableError' as const;

	constructor(url: string, cause: unknown) {
		const { message, code } = Object(cause);
		const { hostname, port, pathname } = new URL(url);
		const place = `${hostname}${port && `:${port}`}${pathname}`;
		super(
			`The database at ${place} cannot be used: ${message || code}. Check DATABASE_URL, and that Postgres 14 or newer runs there.`,
			{ cause },
		);
	}
}
