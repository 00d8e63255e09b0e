import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { selectors, type Locator, type Page } from 'playwright-core';
import type { CredentialLink } from '../../../scripts/lib/n8n/credentials.mjs';
import type { Workflow } from '../../../scripts/lib/n8n/workflows.mjs';
import { joinService } from '../../contract/support/sharedService';
import type { RunningService } from '../../contract/support/startService';
import { CREDENTIAL_TYPE } from '../scripted/scrapeWorkflow';
import { openEditor, type Editor } from './openEditor';
import { joinN8nWithEditor } from './sharedN8n';
import type { RunningN8n } from './startN8n';

/** A folder for pictures of the editor, for people to look at; none are taken when it is not set. */
const PICTURES_FOLDER = process.env['E2E_PICTURES'];

/** The name under which n8n's parts are known to tests. */
selectors.setTestIdAttribute('data-test-id');

const isOnThisMachine = (url: string) =>
	!URL.canParse(url) || new URL(url).hostname === '127.0.0.1';

/** What a user does with n8n's editor, for the test file that made it. */
export class EditorBench {
	/** What the page has reported as wrong since its workflow was opened. */
	readonly complaints: string[] = [];

	/** Clicks since the test began. */
	clicks = 0;

	readonly n8n: Omit<RunningN8n, 'close'>;

	readonly service: Pick<RunningService, 'baseUrl' | 'apiKey'>;

	#editor: Editor | undefined;

	constructor(n8n: Omit<RunningN8n, 'close'>, service: Pick<RunningService, 'baseUrl' | 'apiKey'>) {
		this.n8n = n8n;
		this.service = service;
	}

	get editor(): Editor {
		if (!this.#editor) throw new Error('The editor is open only during the tests');
		return this.#editor;
	}

	get page(): Page {
		return this.editor.page;
	}

	async open(): Promise<void> {
		await this.saveService();
		this.#editor = await openEditor(this.n8n);
		this.#collectComplaints();
	}

	async close(): Promise<void> {
		await this.#editor?.close();
	}

	begin(): void {
		this.complaints.length = 0;
		this.clicks = 0;
	}

	/** Saves the local service as a credential. */
	async saveService(): Promise<CredentialLink> {
		const { baseUrl, apiKey } = this.service;
		return await this.n8n.createCredential({
			name: 'Local service',
			type: CREDENTIAL_TYPE,
			data: { baseUrl, apiKey, authentication: 'bearer' },
		});
	}

	/** Opens a saved workflow. The panel that it leaves may fail in n8n's own code, which says nothing of a node. */
	async openWorkflow(workflowId: string): Promise<void> {
		await this.editor.openWorkflow(workflowId);
		this.complaints.length = 0;
	}

	/** Saves what is seen, or a part of it, if pictures are wanted. */
	async takePicture(name: string, part?: Locator): Promise<void> {
		if (!PICTURES_FOLDER) return;
		await mkdir(PICTURES_FOLDER, { recursive: true });
		const path = join(PICTURES_FOLDER, `${name}.png`);
		if (part) await part.screenshot({ path, animations: 'disabled' });
		else await this.editor.screenshot(path);
	}

	/**
	 * Opens a new workflow, and adds a node behind its last one as a user does: by searching for it.
	 * @param workflow Default: a manual trigger alone
	 */
	async addNode(
		action: string,
		node = 'Web Data Scrape',
		workflow: Workflow = START,
	): Promise<void> {
		const { page } = this;
		await this.openWorkflow(await this.n8n.importWorkflow(workflow));
		await page.getByTestId('canvas-handle-plus').click();
		await page.getByTestId('node-creator-search-bar').fill(node.toLowerCase());
		await page.getByText(node, { exact: true }).click();
		await page.getByText(action, { exact: true }).waitFor();
		await this.takePicture('node-creator');
		await page.getByText(action, { exact: true }).click();
		await page.getByTestId('ndv').waitFor();
	}

	/** Clicks, and counts it. */
	async click(target: Locator): Promise<void> {
		this.clicks += 1;
		await target.click();
	}

	/** Chooses an entry of a selector in the open panel. */
	async choose(parameter: string, entry: string): Promise<void> {
		const { page } = this;
		await this.click(page.getByTestId(`parameter-input-${parameter}`).first());
		const isMeant = { has: page.getByText(entry, { exact: true }) };
		await this.click(page.getByRole('option').filter(isMeant).locator('visible=true').first());
	}

	/** Clicks into a field of the open panel, and enters a text. */
	async type(parameter: string, text: string): Promise<void> {
		const { page } = this;
		const field = page.getByTestId(`parameter-input-${parameter}`);
		const input = field.locator('input, textarea').first();
		await this.click(input);
		// Pasted: while n8n is busy its inputs lose what is typed letter by letter.
		await input.fill(text);
		// Leaves the field, whose tip would take the next click.
		await page.keyboard.press('Tab');
		// n8n takes over what was typed after a moment.
		await page.evaluate(async () => {
			await new Promise((resolve) => setTimeout(resolve, 500));
		});
	}

	/** Adds an option of the open panel. */
	async addOption(name: string): Promise<void> {
		await this.page.getByPlaceholder('Add option').click();
		await this.page.getByText(name, { exact: true }).click();
	}

	/**
	 * Runs the node of the open panel, and waits until its items are shown; returns what is shown of them.
	 * @param content what they contain: n8n shows their number first
	 */
	async expectItems(picture: string, content: string | RegExp): Promise<string> {
		const { page } = this;
		const started = page.waitForRequest((request) => request.url().endsWith('/run'));
		await this.click(page.getByTestId('node-execute-button'));
		await started;
		const output = page.getByTestId('output-panel');
		const isShown = output.filter({ hasText: /\d+ items?/ }).filter({ hasText: content });
		await isShown.waitFor().catch(async (error) => {
			await this.takePicture(`${picture}-missing`);
			const shown = await output.innerText();
			throw new Error(`No items with ${content}; n8n shows: ${shown}`, { cause: error });
		});
		await this.takePicture(picture);
		return await output.innerText();
	}

	/** The yellow boxes above the output. */
	async hints(): Promise<string[]> {
		return await this.page.getByTestId('output-panel').getByTestId('node-hint').allInnerTexts();
	}

	#collectComplaints(): void {
		const { page, complaints } = this;
		page.on('pageerror', (error) => complaints.push(error.message));
		page.on('console', (message) => {
			const { url } = message.location();
			// What the editor asks of its makers is not reached from here, and n8n's own nodes have no schemas.
			if (message.type() !== 'error' || !isOnThisMachine(url)) return;
			if (url.includes('/schemas/n8n-nodes-base.')) return;
			complaints.push(`${message.text()} ${url}`);
		});
	}
}

const MANUAL_TRIGGER = {
	id: 'start',
	name: 'Start',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/** A workflow that begins by hand. */
export const START: Workflow = { name: 'In the editor', nodes: [MANUAL_TRIGGER], connections: {} };

/** Of the test file that runs. */
let opened: EditorBench | undefined;

/** The editor of n8n with the local service, for all tests of the file that calls this. */
export function useEditor(): EditorBench {
	if (opened !== undefined) return opened;
	const bench = new EditorBench(joinN8nWithEditor(), joinService());
	opened = bench;
	beforeAll(async () => await bench.open());
	afterAll(async () => await bench.close());
	beforeEach(() => bench.begin());
	return bench;
}
