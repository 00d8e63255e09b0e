import { existsSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolderOf } from '../../../scripts/lib/cacheFolder.mjs';
import { findFreePort } from '../../../scripts/lib/freePort.mjs';
import { installCommunityPackage } from '../../../scripts/lib/n8n/communityPackage.mjs';
import {
	saveCredential,
	type CredentialLink,
	type CredentialRequest,
} from '../../../scripts/lib/n8n/credentials.mjs';
import {
	readExecution,
	startExecution,
	stopExecution,
	waitForExecution,
	type Execution,
	type RunRequest,
} from '../../../scripts/lib/n8n/executions.mjs';
import { n8nFolder, n8nProgram, n8nRelease } from '../../../scripts/lib/n8n/installation.mjs';
import { signInAsOwner, type Owner } from '../../../scripts/lib/n8n/owner.mjs';
import { startN8nProcess } from '../../../scripts/lib/n8n/process.mjs';
import { createRestClient, type RestClient } from '../../../scripts/lib/n8n/restClient.mjs';
import {
	createWorkflow,
	linkCredential,
	type Workflow,
} from '../../../scripts/lib/n8n/workflows.mjs';
import { packageTarball } from '../../../scripts/lib/packageTarball.mjs';
import { installOnce } from '../../../scripts/lib/setup/cachedInstallation.mjs';
import { PATIENCE_MS } from '../../support/eventually';

/** Of every n8n of the tests; processes that share a database have to share it. */
export const ENCRYPTION_KEY = 'key-of-the-tests';

/** In a user folder. */
const DATABASE = '.n8n/database.sqlite';

/**
 * Expressions run in n8n's own sandbox as everywhere, but one is made only for what has an expression, and
 * its libraries are compiled once: by default, each credential that is read takes a new one. What users
 * have by default is tested with `npm start` and in queue mode.
 */
const QUICK_EXPRESSIONS: NodeJS.ProcessEnv = {
	N8N_EXPRESSION_ENGINE_LAZY_ACQUIRE: 'true',
	N8N_EXPRESSION_ENGINE_COMPILE_CACHE: 'true',
};

/** For workflows without code: nothing that runs it is started. */
export const WITHOUT_CODE: NodeJS.ProcessEnv = {
	...QUICK_EXPRESSIONS,
	N8N_RUNNERS_MODE: 'external',
	N8N_RUNNERS_AUTH_TOKEN: 'token-of-the-tests',
};

const OWNER: Owner = { email: 'owner@example.com', password: 'Password-of-the-tests-1' };

export interface N8nOptions {
	/**
	 * The packed package to install.
	 * @default this repository's, as `node scripts/setup.mjs` packs it
	 */
	tarball?: string;
	/**
	 * A folder of an earlier n8n to go on with, or one to be made; the caller deletes it.
	 * @default a temporary one, deleted by `close`
	 */
	userFolder?: string;
	/**
	 * Whether it serves its editor: a start without takes half the processor time.
	 * @default false
	 */
	hasEditor?: boolean;
	/** Settings of n8n's own. */
	environment?: NodeJS.ProcessEnv;
}

/** A real n8n with the package installed, signed in to as its owner. */
export interface RunningN8n {
	/** Of the editor and the REST interface. */
	baseUrl: string;
	userFolder: string;
	/** Takes n8n's output. */
	logFile: string;
	/** Of the processes that n8n and what it started run in. */
	groupId: number | undefined;
	/** What another client of its REST interface, or a browser, needs to be signed in, too. */
	session: string;
	/** Any call of n8n's REST interface; answers with what is in its `data`. */
	request: RestClient['request'];
	createCredential(credential: CredentialRequest): Promise<CredentialLink>;
	/**
	 * Stores a workflow as the editor exports it.
	 * @param credentials stored credentials by type, put in wherever a node names that type
	 * @returns the workflow's id
	 */
	importWorkflow(workflow: Workflow, credentials?: Record<string, CredentialLink>): Promise<string>;
	/** Starts a workflow and waits for its end, however it ends. */
	run(workflowId: string, request: RunRequest): Promise<Execution>;
	/** Starts a workflow; returns the execution's id at once. */
	start(workflowId: string, request: RunRequest): Promise<string>;
	/** An execution as it stands. */
	readExecution(executionId: string): Promise<Execution>;
	/** @param timeoutMs Default: as long as other waits of the tests */
	waitForExecution(executionId: string, timeoutMs?: number): Promise<Execution>;
	/** Does what the editor's Stop button does. */
	stopExecution(executionId: string): Promise<void>;
	/** Ends n8n and removes what it kept, unless that folder was given. */
	close(): Promise<void>;
}

/** Starts n8n on a free port with the package installed as a user's installation would be. */
export async function startN8n(options: N8nOptions = {}): Promise<RunningN8n> {
	const tarball = options.tarball ?? packageTarball();
	if (!existsSync(tarball) || !existsSync(n8nProgram())) {
		throw new Error(`${tarball} or n8n is missing. Run "npm run setup" first.`);
	}
	const cleanUps: Array<() => Promise<unknown>> = [];
	const userFolder = options.userFolder ?? (await makeUserFolder(cleanUps));
	if (!existsSync(join(userFolder, DATABASE))) {
		await cp(await startedUserFolder(tarball), userFolder, { recursive: true });
	}
	return await startIn(userFolder, { ...options, tarball }, cleanUps);
}

/** Nobody sees what it would load for people. */
function withoutEditor(): NodeJS.ProcessEnv {
	const { onlineModules, spareModules } = n8nRelease();
	const disabled = [...onlineModules, ...spareModules].join(',');
	return { N8N_DISABLE_UI: 'true', ...(disabled && { N8N_DISABLED_MODULES: disabled }) };
}

async function startIn(
	userFolder: string,
	options: N8nOptions & { tarball: string },
	cleanUps: Array<() => Promise<unknown>> = [],
): Promise<RunningN8n> {
	const close = async () => {
		for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp();
	};
	try {
		await installCommunityPackage(options.tarball, userFolder);
		const { baseUrl, logFile, child } = await startN8nProcess({
			userFolder,
			port: await findFreePort(),
			encryptionKey: ENCRYPTION_KEY,
			timezone: 'UTC',
			logFile: join(userFolder, 'n8n.log'),
			environment: {
				...(!options.hasEditor && withoutEditor()),
				...options.environment,
			},
		});
		cleanUps.push(child.stop);
		const client = createRestClient(baseUrl);
		await signInAsOwner(client, OWNER);
		const { groupId } = child;
		const { session } = client;
		return {
			baseUrl,
			userFolder,
			logFile,
			groupId,
			session,
			...driverOf(client),
			close,
		};
	} catch (error) {
		await close();
		throw error;
	}
}

/**
 * The user folder of an n8n that was started once, in the user's cache folder: making the tables and
 * the owner takes as long as the rest of a start. `npm start` is tested without it.
 */
async function startedUserFolder(tarball: string): Promise<string> {
	const folder = cacheFolderOf('n8n-user', [n8nFolder(), ENCRYPTION_KEY, JSON.stringify(OWNER)]);
	await installOnce({
		name: 'the first n8n of the tests',
		folder,
		program: DATABASE,
		async install(draft) {
			const n8n = await startIn(draft, { tarball });
			await n8n.close();
			for (const leftover of ['.cache', '.n8n/nodes', 'n8n.log', 'unpack.log']) {
				await rm(join(draft, leftover), { recursive: true, force: true });
			}
		},
	});
	return folder;
}

async function makeUserFolder(cleanUps: Array<() => Promise<unknown>>): Promise<string> {
	const folder = await mkdtemp(join(tmpdir(), 'n8n-user-'));
	cleanUps.push(() => rm(folder, { recursive: true, force: true }));
	return folder;
}

type Driver = Omit<
	RunningN8n,
	'baseUrl' | 'userFolder' | 'logFile' | 'groupId' | 'session' | 'close'
>;

/** What can be done with an n8n that is signed in to. */
export function driverOf(client: RestClient): Driver {
	const start: Driver['start'] = (workflowId, request) =>
		startExecution(client, workflowId, request);
	const wait: Driver['waitForExecution'] = (executionId, timeoutMs = PATIENCE_MS) =>
		waitForExecution(client, executionId, timeoutMs);
	return {
		request: client.request,
		createCredential: (credential) => saveCredential(client, credential),
		async importWorkflow(workflow, credentials = {}) {
			const linked = Object.entries(credentials).reduce(
				(result, [type, link]) => linkCredential(result, type, link),
				workflow,
			);
			return (await createWorkflow(client, linked)).id;
		},
		start,
		waitForExecution: wait,
		run: async (workflowId, request) => await wait(await start(workflowId, request)),
		readExecution: (executionId) => readExecution(client, executionId),
		stopExecution: (executionId) => stopExecution(client, executionId),
	};
}
