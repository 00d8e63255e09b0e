import { randomBytes } from 'node:crypto';
import type { Database } from './database.ts';

const SIGNING_SECRET = 'signingSecret';
const SIGNING_SECRET_BYTES = 32;

const PASSWORD = 'dashboardPassword';

/** The secret that signs file links: made at first use, then the same for the life of the data. */
export async function readSigningSecret({ durable }: Database): Promise<string> {
	await durable
		.insertInto('settings')
		.values({
			name: SIGNING_SECRET,
			value: randomBytes(SIGNING_SECRET_BYTES).toString('hex'),
		})
		.onConflict((conflict) => conflict.column('name').doNothing())
		.execute();
	const { value } = await durable
		.selectFrom('settings')
		.select('value')
		.where('name', '=', SIGNING_SECRET)
		.executeTakeFirstOrThrow();
	return value;
}

export type DashboardPasswordRepository = ReturnType<typeof createDashboardPasswordRepository>;

/** The hash of the dashboard's password, among the settings. */
export function createDashboardPasswordRepository({ durable }: Database) {
	return {
		/** Undefined before the first start. */
		async readHash(): Promise<string | undefined> {
			const row = await durable
				.selectFrom('settings')
				.select('value')
				.where('name', '=', PASSWORD)
				.executeTakeFirst();
			return row?.value;
		},

		async writeHash(value: string): Promise<void> {
			await durable
				.insertInto('settings')
				.values({ name: PASSWORD, value })
				.onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
				.execute();
		},
	};
}
