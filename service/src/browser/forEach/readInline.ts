import type { HtmlPart } from '../actions/actionTools.ts';
import { captureElement, captureSelected } from './captureSelected.ts';
import { locateItem, pauseAsAsked, runSubActions, type ItemVisit } from './itemVisit.ts';

/** Reads an item where it stands; sub-actions look for their elements inside it. */
export async function readInline(visit: ItemVisit): Promise<HtmlPart> {
	const { scope, action } = visit;
	const item = locateItem(visit);
	if (action.actions !== undefined && action.actions.length > 0) {
		await runSubActions({ ...scope, root: item }, action);
		await pauseAsAsked(scope, action);
	}
	const url = scope.opened.page.url();
	const { captureSelector } = action;
	if (captureSelector === undefined) return captureElement(item, url);
	return captureSelected(captureSelector, [item.locator(captureSelector)], url);
}
