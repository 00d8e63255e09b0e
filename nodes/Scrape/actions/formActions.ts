import type { IDataObject } from 'n8n-workflow';
import { readText, type ParameterValues } from '../../shared/items/parameterValues';
import { isRecord } from '../../shared/transport/serviceBody';

/** Rows of a form of actions; an empty form has none. */
function readRows(form: unknown): ParameterValues[] {
	const rows = isRecord(form) ? form.action : undefined;
	return Array.isArray(rows) ? rows.filter(isRecord) : [];
}

/** Only what was filled in: an empty field means "not set". */
function filled(entries: IDataObject): IDataObject {
	return Object.fromEntries(
		Object.entries(entries).filter(([, value]) => value !== '' && value !== undefined),
	);
}

function elementOf(row: ParameterValues): IDataObject {
	const selector = readText(row, 'selector');
	return selector === '' ? filled({ value: readText(row, 'element') }) : { selector };
}

function forEachOf(row: ParameterValues): IDataObject {
	const nextSelector = readText(row, 'nextSelector');
	const actions = readFormActions(row.actions);
	return {
		...filled({
			observe: readText(row, 'observe'),
			mode: readText(row, 'mode'),
			captureSelector: readText(row, 'captureSelector'),
			itemPrompt: readText(row, 'itemPrompt'),
			maxItems: row.maxItems as number,
			waitAfterClick: row.waitAfterClick as number,
		}),
		...(actions.length > 0 && { actions }),
		...(nextSelector !== '' && {
			pagination: filled({ nextSelector, maxPages: row.maxPages as number }),
		}),
	};
}

/** How each type of the form is written in the API's form (reference, Browser action). */
const WRITERS: Readonly<Record<string, (row: ParameterValues) => IDataObject>> = {
	check: elementOf,
	click: elementOf,
	uncheck: elementOf,
	type: (row) => ({
		...filled({ selector: readText(row, 'selector') }),
		value: String(row.text ?? ''),
	}),
	wait: (row) => ({ duration: row.duration as number }),
	scroll: (row) => ({ to: `${String(row.to ?? 100)}%` }),
	forEach: forEachOf,
};

/** The form of actions in the API's form, unchecked. */
export function readFormActions(form: unknown): IDataObject[] {
	return readRows(form).map((row) => {
		const type = readText(row, 'type') || 'click';
		return { type, ...(WRITERS[type]?.(row) ?? {}) };
	});
}
