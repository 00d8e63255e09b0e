import type { Database } from './database.ts';

/** Makes sure that the database answers; rejects when it does not. */
export async function checkDatabase({ durable }: Pick<Database, 'durable'>): Promise<void> {
	await durable.selectFrom('settings').select('name').limit(1).execute();
}
