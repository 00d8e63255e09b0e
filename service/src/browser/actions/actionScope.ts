import type { Locator } from 'playwright-core';
import type { OpenPage } from '../openPage.ts';
import type { ActionTools } from './actionTools.ts';

/** Where an action looks for its element: a page, or one item of a list in it. */
export interface ActionScope {
	opened: OpenPage;
	/** The item; undefined for the whole page. */
	root: Locator | undefined;
	tools: ActionTools;
}
