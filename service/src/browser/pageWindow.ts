import type { CDPSession, Page } from 'playwright-core';

/** The window that a page lives in. */
export interface PageWindow {
	/** In CSS pixels. */
	height(): number;
	/** Makes the window taller, to bring more of the page into view. */
	grow(height: number): Promise<void>;
	/**
	 * Gives the page its window back.
	 * @param isSeen whether anybody looks at the page or points into it. Of a page that is only read a
	 * corner is drawn, which the page can't tell: it is laid out, and told of what is in view, as before.
	 */
	reset(isSeen: boolean): Promise<void>;
}

/** The size of a page's window, in CSS pixels. */
export const WINDOW = { width: 1280, height: 800 };

/** Drawing a page costs more than its scripts mostly do, in three processes of the browser. */
const CORNER = { width: 16, height: 16 };

/** @param session of the page */
export function createPageWindow(page: Page, session: CDPSession): PageWindow {
	/** Whether all of the window is drawn. */
	let isSeen = true;

	async function draw(size: { width: number; height: number }): Promise<void> {
		// A browser that can't, or a page that has gone: then it is drawn as it was.
		await session.send('Emulation.setVisibleSize', size).catch(() => undefined);
	}

	const size = (): { width: number; height: number } => page.viewportSize() ?? WINDOW;

	return {
		height: () => size().height,
		async grow(height) {
			await page.setViewportSize({ width: WINDOW.width, height });
			if (!isSeen) await draw(CORNER);
		},
		async reset(willBeSeen) {
			const hasGrown = size().height !== WINDOW.height;
			// All of it is drawn again after that.
			if (hasGrown) await page.setViewportSize(WINDOW);
			const isDrawn = hasGrown || isSeen;
			isSeen = willBeSeen;
			if (isSeen !== isDrawn) await draw(isSeen ? WINDOW : CORNER);
		},
	};
}
