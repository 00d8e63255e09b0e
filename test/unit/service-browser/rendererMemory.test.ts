import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { constants } from 'node:os';
import type { Browser } from 'playwright-core';
import { RendererMemory } from '../../../service/src/browser/pool/rendererMemory.ts';

const { SIGKILL, SIGSEGV } = constants.signals;

/** A browser with one process, a renderer, as the watcher sees it. */
function fakeBrowser(processId: number) {
	const session = Object.assign(new EventEmitter(), {
		send: async () => await Promise.resolve({ processInfo: [{ id: processId, type: 'renderer' }] }),
	});
	const browser = Object.assign(new EventEmitter(), {
		newBrowserCDPSession: async () => await Promise.resolve(session),
	});
	return {
		browser: browser as unknown as Browser,
		die: (targetId: string, errorCode: number) =>
			session.emit('Target.targetCrashed', { targetId, errorCode }),
		close: () => browser.emit('disconnected'),
	};
}

it('tells the page whose renderer it ended from one that crashed by itself at that moment', async () => {
	const renderer = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
	const { browser, die, close } = fakeBrowser(renderer.pid ?? 0);
	try {
		const memory = RendererMemory.watch(browser, 1);
		const [, signal] = await once(renderer, 'exit');
		expect(signal).toBe('SIGKILL');
		die('crashed', SIGSEGV);
		// The browser's report comes after the page's own end.
		setTimeout(() => die('large', SIGKILL), 100);

		expect(await memory.hasEnded('large')).toBe(true);
		expect(await memory.hasEnded('crashed')).toBe(false);
		expect(await memory.hasEnded('another')).toBe(false);
		// A second later, somebody else kills a page.
		await new Promise((resolve) => setTimeout(resolve, 1_100));
		die('killed', SIGKILL);
		expect(await memory.hasEnded('killed')).toBe(false);
	} finally {
		close();
		renderer.kill();
	}
});

it('leaves a renderer within the limit alone, and waits for no report', async () => {
	const { browser, die, close } = fakeBrowser(process.pid);
	const memory = RendererMemory.watch(browser, Number.MAX_SAFE_INTEGER);
	await new Promise((resolve) => setTimeout(resolve, 500));
	// By somebody else: a person, the system.
	die('page', SIGKILL);

	let isLater = false;
	setImmediate(() => {
		isLater = true;
	});
	expect(await memory.hasEnded('page')).toBe(false);
	expect(isLater).toBe(false);
	close();
});
