import { randomBytes } from 'node:crypto';
import type { DashboardPasswordRepository } from '../../store/dashboardPassword.ts';
import type { SessionsRepository } from '../../store/sessions.ts';
import { hashPassword, isPassword } from './passwordHash.ts';

const PASSWORD_BYTES = 12;

/**
 * Sees to it that there is a password. One that the environment sets takes the place of the stored
 * one and signs everybody out; the same one again changes nothing.
 * @param wanted the setting `DASHBOARD_PASSWORD`
 * @returns a password made because there was none yet: to be shown once
 */
export async function preparePassword(
	passwords: DashboardPasswordRepository,
	sessions: SessionsRepository,
	wanted: string | undefined,
): Promise<string | undefined> {
	const stored = passwords.readHash();
	if (wanted === undefined && stored !== undefined) return undefined;
	if (wanted !== undefined && stored !== undefined && (await isPassword(wanted, stored))) {
		return undefined;
	}
	const password = wanted ?? randomBytes(PASSWORD_BYTES).toString('base64url');
	passwords.writeHash(await hashPassword(password));
	sessions.endAll();
	return wanted === undefined ? password : undefined;
}
