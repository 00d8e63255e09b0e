import type { CDPSession } from 'playwright-core';
import { PageLoads } from '../../../service/src/browser/responses/pageLoads.ts';

const OWN = 'own frame';

function createLoads() {
	const sent: unknown[] = [];
	const send = (method: string, { value }: { value: boolean }) => {
		sent.push([method, value]);
		return Promise.resolve();
	};
	const loads = new PageLoads({ send } as unknown as CDPSession, OWN);
	/** Loads addresses one after the other; returns which were allowed. */
	const load = (urls: readonly string[], frameId = OWN): boolean[] =>
		urls.map((url) => loads.add({ frameId, request: { url } }));
	return { loads, load, sent };
}

const times = (count: number, toUrl: (index: number) => string): string[] =>
	Array.from({ length: count }, (_entry, index) => toUrl(index));

const isStopped = async (loads: PageLoads): Promise<boolean> =>
	Promise.race([loads.stop.then(() => true), Promise.resolve().then(() => false)]);

test('a page loads ten times in a row, and is stopped then', async () => {
	const { loads, load } = createLoads();

	expect(load(times(10, () => '/'))).not.toContain(false);
	expect(await isStopped(loads)).toBe(false);
	expect(load(['/'])).toEqual([false]);
	expect(await isStopped(loads)).toBe(true);
});

test('a frame is stopped on its own, and named by its first address', async () => {
	const { loads, load } = createLoads();
	load(['/']);

	expect(
		load(
			times(11, (n) => `/frame?${n}`),
			'frame',
		),
	).toEqual([...times(10, () => '').map(() => true), false]);
	expect(
		load(
			times(10, () => '/calm'),
			'calm frame',
		),
	).not.toContain(false);
	expect(loads.stoppedFrames).toEqual(['/frame?0']);
	expect(loads.isEndless).toBe(false);
	expect(await isStopped(loads)).toBe(false);
});

test('redirects are the same load', () => {
	const { loads } = createLoads();
	const request = { url: '/' };
	const allowed = times(30, () => '').map(() =>
		loads.add({ frameId: OWN, redirectedRequestId: 'before', request }),
	);

	expect(allowed).not.toContain(false);
	expect(loads.isEndless).toBe(false);
});

test.each([
	['a few loads', times(5, () => '/'), false, false],
	['reloads', times(6, () => '/'), true, false],
	['always another address', times(6, (n) => `/${n}`), true, false],
	['two pages', times(6, (n) => `/${n % 2}`), true, true],
	['five pages', times(6, (n) => `/${n % 5}`), true, true],
	['a way there and back', ['/a', '/b', '/a'], false, false],
])('%s: endless or a ring', (_label, urls, isEndless, isRing) => {
	const { loads, load } = createLoads();
	load(urls);

	expect({ isEndless: loads.isEndless, isRing: loads.isRing }).toEqual({ isEndless, isRing });
});

test('counting begins anew with an address or action, and can be left', () => {
	const { loads, load } = createLoads();
	load(times(11, () => '/'));
	loads.beginCount();
	expect(loads.isEndless).toBe(false);
	expect(load(times(10, () => '/'))).not.toContain(false);
	loads.endCount();
	expect(load(times(50, () => '/'))).not.toContain(false);
	expect(loads.isEndless).toBe(false);
	loads.beginCount();
	expect(load(times(11, () => '/')).at(-1)).toBe(false);
});

test('the load without scripts is free, and scripts run again after it, whatever happens', async () => {
	const { loads, load, sent } = createLoads();
	load(times(11, () => '/'));
	const failing = loads.withoutScripts(() => {
		expect(load(['/'])).toEqual([true]);
		return Promise.reject(new Error('gone'));
	});

	await expect(failing).rejects.toThrow('gone');
	expect(sent).toEqual([
		['Emulation.setScriptExecutionDisabled', true],
		['Emulation.setScriptExecutionDisabled', false],
	]);
	expect(load(['/'])).toEqual([false]);
	expect(loads.isEndless).toBe(true);
});
