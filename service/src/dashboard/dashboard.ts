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
import { CrawlPagesRepository } from '../db/crawlPages.ts';
import { JobListing } from '../db/jobListing.ts';
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
import { registerPick } from './pick/pick.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import { createSavedPicksRepository } from '../db/savedPicks.ts';
import { registerUsage } from './usage.ts';

const MAX_FORM_BYTES = 16 * 1024;

/** Nothing from elsewhere runs in a page, frames it or receives its address. */
const SECURITY_HEADERS: FastifyHelmetOptions = {
	contentSecurityPolicy: {
		useDefaults: false,
		directives: {
			defaultSrc: ["'none'"],
			styleSrc: ["'self'"],
			scriptSrc: ["'self'"],
			// The style sheet contains its small icons.
			imgSrc: ["'self'", 'data:'],
			connectSrc: ["'self'"],
			formAction: ["'self'"],
			frameAncestors: ["'none'"],
			baseUri: ["'none'"],
		},
	},
	frameguard: { action: 'deny' },
	// Not "no-referrer": browsers would then hide the origin of the page's own forms.
	referrerPolicy: { policy: 'same-origin' },
	// Whether a host may only be reached by HTTPS is decided by the proxy in front of it.
	strictTransportSecurity: false,
};

interface DashboardTools {
	database: Database;
	/** Signs the cookies of known browsers. */
	signingSecret: string;
	keys: KeysRepository;
	files: FileStore;
	queue: JobQueue;
	/** The API's own operations, so that the same rules apply here as to programs. */
	operations: Operations;
	/** What opens pages to point at values; undefined in a process without a browser. */
	pageTools: PageTools | undefined;
	/** What users should know at once, one sentence each. */
	listNotices: () => string[];
	config: Pick<Config, 'apiKeys' | 'costs' | 'monthlyScrapeLimit' | 'dashboardPassword' | 'proxy'>;
}

/**
 * Adds the pages of the dashboard at the server's root, behind a login.
 * @returns a password created because there was none yet: to be shown once
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
		// Pages are not cached: they contain keys and results.
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

// The service's secret also signs links to files: signatures for one are not valid for the other.
function deriveCookieSecret(secret: string): string {
	return createHmac('sha256', secret).update('dashboard cookies').digest('base64url');
}

function registerPages(server: FastifyInstance, tools: DashboardTools): void {
	const { database, keys, files, queue, operations, config } = tools;
	const pages = createPages(server);
	const listing = new JobListing(database);
	const usage = createUsageRepository(database);
	registerOverview(pages, { listNotices: tools.listNotices, listing, usage, queue, config });
	registerKeys(pages, { keys, environmentKeys: config.apiKeys.length });
	registerJobs(server, pages, { listing, queue, operations });
	registerJobDetails(server, pages, {
		listing,
		crawlPages: new CrawlPagesRepository(database),
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
	const savedPicks = createSavedPicksRepository(database);
	registerPick(server, pages, { pageTools: tools.pageTools, savedPicks, config });
}

/** The base styles, {@link https://picocss.com Pico}; `dashboard.css` adds charts and jobs. */
const BASE_STYLES = import.meta.resolve('@picocss/pico/css/pico.blue.min.css');

const ASSETS = [
	['pico.css', 'text/css', BASE_STYLES],
	['dashboard.css', 'text/css', './assets/dashboard.css'],
	['dashboard.js', 'text/javascript', './assets/dashboard.js'],
	['pick.js', 'text/javascript', './assets/pick.js'],
	['icon.svg', 'image/svg+xml', './assets/icon.svg'],
] as const;

/** Serves the style sheets, the script and the icon without a login: the login page needs them, too. */
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
