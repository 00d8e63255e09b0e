import { readChoice } from '../../fields/choice';
import { readJson } from '../../items/jsonParameter';
import type { ParameterValues } from '../../items/parameterValues';
import { actionsModeField } from './actionFields';
import { checkActions, type BrowserAction } from './checkActions';
import { readFormActions } from './formActions';

const JSON_FIELD = 'Actions (JSON)';

/**
 * The browser actions of one item; an empty list for none.
 * @throws InputError when an action can't be carried out
 */
export function readActions(values: ParameterValues): BrowserAction[] {
	switch (readChoice(values, actionsModeField)) {
		case 'none':
			return [];
		case 'form':
			return checkActions(readFormActions(values.actions, 'Actions', values), 'Actions');
		case 'json':
			return checkActions(
				readJson(values.actionsJson, JSON_FIELD, { isSecret: true }) ?? [],
				JSON_FIELD,
			);
	}
}
