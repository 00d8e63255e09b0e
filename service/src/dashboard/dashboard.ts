import { createHmac } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Operations } from '../http/operation.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { FileStore } from '../files/fileStore.ts';
import { createJobListing } from '../db/jobListing.ts';
import type { KeysRepository } from '../db/keys.ts';
import { createLogsRepository } from '../db/logs.ts';
import { createSessionsRepository, createDashboardPasswordRepository } from '../db/settings.ts';
import { createUsageRepository } from '../db/usage.ts';
import { checkFormToken, checkOrigin, createSessionGuard } from './session.ts';
import { LoginAttempts, registerLogin, registerLogout } from './login.ts';
import { preparePassword } from './password.ts';
import { registerCancel, registerJobs } from './jobs.ts';
import { registerKeys } from './keys.ts';
import { createScrapeLogKind, createSearchLogKind } from './logKinds.ts';
import { registerLogs } from './logs.ts';
import { Notices } from './notices.ts';
import { registerOverview } from './overview.ts';
import { forbidStoring, handlePageError, SECURITY_HEADERS } from './pages.ts';
import { registerUsage } from './usage.ts';

const MAX_FORM_BYTES = 16 * 1024;

interface DashboardTools {
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
		outer.setErrorHandler(handlePageError);
		await outer.register(helmet, SECURITY_HEADERS);
		await outer.register(cookie, { secret: deriveCookieSecret(tools.signingSecret) });
		await outer.register(formbody, { bodyLimit: MAX_FORM_BYTES });
		outer.addHook('onRequest', forbidStoring);
		outer.addHook('onRequest', checkOrigin);
		registerAssets(outer);
		registerLogin(outer, { passwords, sessions, attempts: new LoginAttempts() });

		await outer.register(async (inner) => {
			inner.addHook('onRequest', createSessionGuard(sessions));
			inner.addHook('preHandler', checkFormToken);
			registerLogout(inner, sessions);
			registerPages(inner, tools);
		});
	});
	return firstPassword;
}

// The service's secret signs links to files, too: what is signed for one is not valid for the other.
function deriveCookieSecret(secret: string): string {
	return createHmac('sha256', secret).update('dashboard cookies').digest('base64url');
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
			createScrapeLogKind(createLogsRepository(database, 'scrape')),
			createSearchLogKind(createLogsRepository(database, 'search')),
		],
		files,
	});
	registerUsage(server, usage);
}

const ASSETS = [
	['dashboard.css', 'text/css; charset=utf-8'],
	['dashboard.js', 'text/javascript; charset=utf-8'],
	['announce.js', 'text/javascript; charset=utf-8'],
	['copying.js', 'text/javascript; charset=utf-8'],
	['jobWatch.js', 'text/javascript; charset=utf-8'],
	['icon.svg', 'image/svg+xml'],
] as const;

/** Serves the style sheet, the scripts and the icon, to anybody: the login shows them, too. */
function registerAssets(server: FastifyInstance): void {
	for (const [name, type] of ASSETS) {
		const content = readFileSync(new URL(`./assets/${name}`, import.meta.url));
		server.get(`/assets/${name}`, (_request, reply) =>
			reply.type(type).header('Cache-Control', 'no-cache').send(content),
		);
	}
}
