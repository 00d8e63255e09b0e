import { InputError } from '../../items/inputError';
import { readJson } from '../../items/jsonParameter';
import type { ParameterValues } from '../../items/parameterValues';
import { checkActions, type BrowserAction } from './checkActions';
import { readFormActions } from './formActions';

/**
 * The browser actions of one item; an empty list for none.
 * @throws InputError when an action can't be carried out
 */
export function readActions(values: ParameterValues): BrowserAction[] {
	switch (values.actionsMode) {
		case undefined:
		case 'none':
			return [];
		case 'form':
			return checkActions(readFormActions(values.actions, 'Actions', values), 'Actions');
		case 'json':
			return checkActions(readJson(values.actionsJson, 'Actions (JSON)') ?? [], 'Actions (JSON)');
		default:
			throw new InputError(
				'Browser Actions',
				`is ${JSON.stringify(values.actionsMode)}`,
				'Choose None (none), Form (form) or JSON (json).',
			);
	}
}
