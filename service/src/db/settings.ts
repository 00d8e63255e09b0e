import { randomBytes, createHash } from 'node:crypto';
import type { Database, Queries } from './database.ts';

const SIGNING_SECRET = 'signingSecret';
const SIGNING_SECRET_BYTES = 32;

const PASSWORD = 'dashboardPassword';

const readSetting = async (queries: Queries, name: string): Promise<string | undefined> => {
	const settings = queries.selectFrom('settings').select('value').where('name', '=', name);
	return (await settings.executeTakeFirst())?.value;
};

/** The secret that signs file links: created at first use, then kept as long as the data. */
export async function readSigningSecret({ durable }: Database): Promise<string> {
	const value = randomBytes(SIGNING_SECRET_BYTES).toString('hex');
	await durable
		.insertInto('settings')
		.values({ name: SIGNING_SECRET, value })
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
	return (await readSetting(durable, SIGNING_SECRET)) ?? value;
}

export type DashboardPasswordRepository = ReturnType<typeof createDashboardPasswordRepository>;

/** The hash of the dashboard's password, stored as a setting. */
export function createDashboardPasswordRepository({ durable }: Database) {
	return {
		/** Undefined before the first start. */
		readHash: (): Promise<string | undefined> => readSetting(durable, PASSWORD),

		async writeHash(value: string): Promise<void> {
			await durable
				.insertInto('settings')
				.values({ name: PASSWORD, value })
				.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
				.execute();
		},
	};
}

/** How long a user stays signed in. */
export const SESSION_LIFETIME_SECONDS = 7 * 24 * 60 * 60;

const TOKEN_BYTES = 32;

export type SessionsRepository = ReturnType<typeof createSessionsRepository>;

/** Who is signed in to the dashboard; sessions outlive a restart of the service. */
export function createSessionsRepository({ durable }: Database) {
	return {
		/** Starts a session; returns the token for its cookie. */
		async start(): Promise<string> {
			const token = randomBytes(TOKEN_BYTES).toString('base64url');
			const nowMs = Date.now();
			await durable.deleteFrom('dashboardSessions').where('expiresAtMs', '<=', nowMs).execute();
			await durable
				.insertInto('dashboardSessions')
				.values({
					tokenHash: hashToken(token),
					expiresAtMs: nowMs + SESSION_LIFETIME_SECONDS * 1000,
				})
				.execute();
			return token;
		},

		async isValid(token: string): Promise<boolean> {
			const row = await durable
				.selectFrom('dashboardSessions')
				.select('tokenHash')
				.where('tokenHash', '=', hashToken(token))
				.where('expiresAtMs', '>', Date.now())
				.executeTakeFirst();
			return row !== undefined;
		},

		/** Signs out one browser. */
		async end(token: string): Promise<void> {
			await durable
				.deleteFrom('dashboardSessions')
				.where('tokenHash', '=', hashToken(token))
				.execute();
		},

		/** Signs out all users. */
		async endAll(): Promise<void> {
			await durable.deleteFrom('dashboardSessions').execute();
		},
	};
}

// A fast hash is enough: tokens are 256 random bits.
function hashToken(token: string): string {
	return createHash('sha256').update(token).digest('hex');
}
