import type { BrowserAction } from './actionTypes.ts';

/** An action in words for an error: its type and target, such as `click "Load more"`. */
export function describeAction(action: BrowserAction): string {
	switch (action.type) {
		case 'type':
			// The text stays out: it may be a password.
			return `type into ${action.selector}`;
		case 'wait':
			return `wait ${action.duration} ms`;
		case 'scroll':
			return `scroll to ${action.to}`;
		case 'forEach':
			return `forEach "${action.observe}"`;
		default:
			return `${action.type} ${action.selector ?? `"${action.value ?? ''}"`}`;
	}
}
