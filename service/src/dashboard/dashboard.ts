import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Operations } from '../http/operation.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { FileStore } from '../files/fileStore.ts';
import { createJobListing } from '../db/jobListing.ts';
import type { KeysRepository } from '../db/keys.ts';
import { createScrapeLogsRepository, createSearchLogsRepository } from '../db/logs.ts';
import { createSessionsRepository } from '../db/sessions.ts';
import { createDashboardPasswordRepository } from '../db/settings.ts';
import { createUsageRepository } from '../db/usage.ts';
import { createKnownBrowsers } from './access/cookies.ts';
import { checkFormToken, checkOrigin, createSessionGuard } from './access/guards.ts';
import { LoginAttempts } from './access/loginAttempts.ts';
import { preparePassword } from './access/password.ts';
import { registerAssets } from './assets.ts';
import { acceptForms } from './formBodies.ts';
import { registerCancel } from './jobs/cancelRoutes.ts';
import { registerJobs } from './jobs/jobRoutes.ts';
import { registerKeys } from './keys/keyRoutes.ts';
import { registerLogin, registerLogout } from './login/loginRoutes.ts';
import { createScrapeLogKind, createSearchLogKind } from './logs/logKinds.ts';
import { registerLogs } from './logs/logRoutes.ts';
import { Notices } from './notices.ts';
import { registerOverview } from './overview/overviewRoutes.ts';
import { addSecurityHeaders, handlePageError } from './pages.ts';
import { registerUsage } from './usage/usageRoutes.ts';

export interface DashboardTools {
	database: Database;
	/** Signs the cookies of known browsers. */
	signingSecret: string;
	keys: KeysRepository;
	files: FileStore;
	queue: JobQueue;
	/** The API's own: what people do here follows the rules that programs meet. */
	operations: Operations;
	config: Pick<Config, 'apiKeys' | 'monthlyScrapeLimit' | 'dashboardPassword'>;
}

/**
 * Adds the pages for people at the server's root, behind a login.
 * @returns a password made because there was none yet: to be shown once
 */
export async function registerDashboard(
	server: FastifyInstance,
	tools: DashboardTools,
): Promise<string | undefined> {
	const { database, config } = tools;
	const sessions = createSessionsRepository(database);
	const passwords = createDashboardPasswordRepository(database);
	const firstPassword = await preparePassword(passwords, sessions, config.dashboardPassword);

	await server.register(async (outer) => {
		acceptForms(outer);
		outer.setErrorHandler(handlePageError);
		outer.addHook('onRequest', addSecurityHeaders);
		outer.addHook('onRequest', checkOrigin);
		registerAssets(outer);
		const browsers = createKnownBrowsers(tools.signingSecret);
		registerLogin(outer, { passwords, sessions, attempts: new LoginAttempts(), browsers });

		await outer.register(async (inner) => {
			inner.addHook('onRequest', createSessionGuard(sessions));
			inner.addHook('preHandler', checkFormToken);
			registerLogout(inner, sessions);
			registerPages(inner, tools);
		});
	});
	return firstPassword;
}

function registerPages(server: FastifyInstance, tools: DashboardTools): void {
	const { database, keys, files, queue, operations, config } = tools;
	const notices = new Notices();
	const listing = createJobListing(database);
	const usage = createUsageRepository(database);
	registerOverview(server, { listing, usage, queue, notices, config });
	registerKeys(server, { keys, notices, environmentKeys: config.apiKeys.length });
	registerJobs(server, { listing, queue, notices });
	registerCancel(server, { operations, notices });
	registerLogs(server, {
		kinds: [
			createScrapeLogKind(createScrapeLogsRepository(database)),
			createSearchLogKind(createSearchLogsRepository(database)),
		],
		files,
	});
	registerUsage(server, usage);
}
