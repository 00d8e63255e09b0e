import { createHash, createHmac } from 'node:crypto';
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import helmet, { type FastifyHelmetOptions } from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import { readFileSync } from 'node:fs';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Operations } from '../http/operation.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { FileStore } from '../files/fileStore.ts';
import { createCrawlPagesRepository } from '../db/crawlPages.ts';
import { createJobListing } from '../db/jobListing.ts';
import type { KeysRepository } from '../db/keys.ts';
import { createLogsRepository } from '../db/logs.ts';
import { createSessionsRepository, createDashboardPasswordRepository } from '../db/settings.ts';
import { createUsageRepository } from '../db/usage.ts';
import { checkFormToken, checkOrigin, createSessionGuard } from './session.ts';
import { registerLogin, registerLogout } from './login.ts';
import { createPages, handlePageError } from './page.ts';
import { preparePassword } from './password.ts';
import { registerJobDetails } from './jobDetail.ts';
import { registerJobs } from './jobs.ts';
import { registerKeys } from './keys.ts';
import { registerLogs } from './logs.ts';
import { registerOverview } from './overview.ts';
import { registerUsage } from './usage.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** Nothing from elsewhere runs in a page, frames it or learns of it. */
const SECURITY_HEADERS: FastifyHelmetOptions = {
	contentSecurityPolicy: {
		useDefaults: false,
		directives: {
			defaultSrc: ["'none'"],
			styleSrc: ["'self'"],
			scriptSrc: ["'self'"],
			// The style sheet draws its small icons itself.
			imgSrc: ["'self'", 'data:'],
			connectSrc: ["'self'"],
			formAction: ["'self'"],
			frameAncestors: ["'none'"],
			baseUri: ["'none'"],
		},
	},
	frameguard: { action: 'deny' },
	// Not "no-referrer": browsers would then hide where the page's own forms come from.
	referrerPolicy: { policy: 'same-origin' },
	// Whether a host is to be reached by HTTPS alone is for the proxy in front of it to say.
	strictTransportSecurity: false,
};

interface DashboardTools {
	database: Database;
	/** Signs the cookies of known browsers. */
	signingSecret: string;
	keys: KeysRepository;
	files: FileStore;
	queue: JobQueue;
	/** The API's own: what people do here follows the rules that programs meet. */
	operations: Operations;
	/** What people should know at once, one sentence each. */
	listNotices: () => string[];
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
		// No copy of a page is kept: they contain keys and results.
		outer.addHook('onRequest', async (_request, reply) => {
			reply.header('Cache-Control', 'no-store');
		});
		outer.addHook('onRequest', checkOrigin);
		registerAssets(outer);
		registerLogin(outer, { passwords, sessions });

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
	const pages = createPages(server);
	const listing = createJobListing(database);
	const usage = createUsageRepository(database);
	registerOverview(pages, { listNotices: tools.listNotices, listing, usage, queue, config });
	registerKeys(pages, { keys, environmentKeys: config.apiKeys.length });
	registerJobs(server, pages, { listing, queue, operations });
	registerJobDetails(server, pages, {
		listing,
		crawlPages: createCrawlPagesRepository(database),
		operations,
	});
	registerLogs(server, pages, {
		logs: {
			scrape: createLogsRepository(database, 'scrape'),
			search: createLogsRepository(database, 'search'),
		},
		files,
	});
	registerUsage(pages, usage);
}

/** What the pages look like before {@link https://picocss.com Pico} is extended with charts and jobs. */
const BASE_STYLES = import.meta.resolve('@picocss/pico/css/pico.blue.min.css');

const ASSETS = [
	['pico.css', 'text/css', BASE_STYLES],
	['dashboard.css', 'text/css', './assets/dashboard.css'],
	['dashboard.js', 'text/javascript', './assets/dashboard.js'],
	['icon.svg', 'image/svg+xml', './assets/icon.svg'],
] as const;

/** Serves the style sheets, the script and the icon, to anybody: the login shows them, too. */
function registerAssets(server: FastifyInstance): void {
	for (const [name, type, file] of ASSETS) {
		const content = readFileSync(new URL(file, import.meta.url));
		const version = `"${createHash('sha256').update(content).digest('base64url')}"`;
		server.get(`/assets/${name}`, (request, reply) => {
			reply.type(`${type}; charset=utf-8`);
			reply.headers({ 'Cache-Control': 'no-cache', ETag: version });
			const isKnown = request.headers['if-none-match'] === version;
			return isKnown ? reply.code(304).send() : reply.send(content);
		});
	}
}
