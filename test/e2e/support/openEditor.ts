import type { Page } from 'playwright-core';
import { eventually, PATIENCE_MS } from '../../support/eventually';
import { launchChromium } from './launchChromium';
import type { RunningN8n } from './startN8n';

const VIEWPORT = { width: 1440, height: 900 };

/** n8n's editor in a real browser, signed in. */
export interface Editor {
	/** For what has no method here. */
	page: Page;
	/** Loads the editor if the page shows something else; in the editor it goes on as by one of its links. */
	openWorkflow(workflowId: string): Promise<void>;
	/** Opens the panel of a node of the open workflow. */
	openNode(name: string): Promise<void>;
	/** Runs the open workflow with the editor's button and waits for its end. */
	execute(): Promise<void>;
	/** Saves what is seen as PNG, without the notifications in front of it. */
	screenshot(file: string): Promise<void>;
	close(): Promise<void>;
}

type SignedInN8n = Pick<RunningN8n, 'baseUrl' | 'session' | 'waitForExecution'>;

/** Opens a browser in which the owner has signed in to n8n. */
export async function openEditor(n8n: SignedInN8n): Promise<Editor> {
	const browser = await launchChromium();
	const context = await browser.newContext({ viewport: VIEWPORT });
	context.setDefaultTimeout(PATIENCE_MS);
	const page = await context.newPage();
	await signIn(page, n8n);
	return {
		page,
		openWorkflow: (workflowId) => openWorkflow(page, n8n.baseUrl, `/workflow/${workflowId}`),
		openNode: (name) => openNode(page, name),
		async execute() {
			const runButton = page.locator(part('execute-workflow-button'));
			const answer = page.waitForResponse((response) =>
				/\/rest\/workflows\/[^/]+\/run$/.test(new URL(response.url()).pathname),
			);
			await runButton.click();
			const { data } = await (await answer).json();
			await n8n.waitForExecution(data.executionId);
			await runButton.getByText('Execute workflow').waitFor();
		},
		async screenshot(file) {
			await closeNotifications(page);
			await page.screenshot({ path: file, animations: 'disabled' });
		},
		close: () => browser.close(),
	};
}

/** Takes over a session: n8n's page for it costs more than most tests. */
async function signIn(page: Page, { baseUrl, session }: SignedInN8n): Promise<void> {
	const { browserId, cookie } = JSON.parse(session);
	const [name, value] = String(cookie).split('=');
	await page.context().addCookies([{ name: name ?? '', value: value ?? '', url: baseUrl }]);
	await page.addInitScript((id) => localStorage.setItem('n8n-browserId', id), browserId);
}

/** Loading the editor takes ten times the processor time of going from one workflow to the next. */
async function openWorkflow(page: Page, baseUrl: string, path: string): Promise<void> {
	const node = page.locator(part('canvas-node')).first();
	if (new URL(page.url()).origin === baseUrl) {
		await closeNotifications(page);
		await closeInFront(page);
		const earlier = await node.elementHandle();
		await page.evaluate((next) => {
			history.pushState({}, '', next);
			dispatchEvent(new PopStateEvent('popstate', { state: {} }));
		}, path);
		await earlier?.waitForElementState('hidden');
	} else {
		await page.goto(`${baseUrl}${path}`);
	}
	await node.waitFor();
}

/** Panels and dialogs would stay in front of the next workflow. */
async function closeInFront(page: Page): Promise<void> {
	const panel = page.locator(part('ndv')).locator('visible=true');
	const dialog = page.locator('[role=dialog]').locator('visible=true');
	const closeNext = async () => {
		if ((await dialog.count()) > 0) {
			await page.keyboard.press('Escape');
			return false;
		}
		if ((await panel.count()) === 0) return true;
		// Not with Escape, which a selector in it that has the focus keeps to itself.
		const button = panel.locator(part('ndv-close-button'));
		await button.click({ timeout: 2_000 }).catch(() => undefined);
		return false;
	};
	await eventually(closeNext, 'Something stays in front of the editor');
}

async function openNode(page: Page, name: string): Promise<void> {
	const panel = page.locator(part('ndv'));
	if (await panel.isVisible()) {
		await page.keyboard.press('Escape');
		await panel.waitFor({ state: 'hidden' });
	}
	await page.locator(`${part('canvas-node')}[data-node-name="${name}"]`).dblclick();
	await panel.waitFor();
}

/** Closes them until there are none: on a busy machine one may come while the others are closed. */
async function closeNotifications(page: Page): Promise<void> {
	const notifications = page.locator('.el-notification').locator('visible=true');
	const closeAll = async () => {
		for (const one of await notifications.locator('.el-notification__closeBtn').all()) {
			// It may go by itself in the meantime.
			await one.click({ timeout: 2_000 }).catch(() => undefined);
		}
		return (await notifications.count()) === 0;
	};
	await eventually(closeAll, 'Notifications stay in front of the editor');
}

/** A part of the editor, by the name n8n's own tests know it by. */
function part(name: string): string {
	return `[data-test-id="${name}"]`;
}
