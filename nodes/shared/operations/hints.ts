import type { IExecuteFunctions } from 'n8n-workflow';

/** Shows a hint below the output; old versions of n8n have none. */
export function showHint(context: IExecuteFunctions, message: string): void {
	context.addExecutionHints?.({ message, type: 'warning', location: 'outputPane' });
}

/** Shows what is worth noticing about the results of jobs below the output, each thing once. */
export function showHints(context: IExecuteFunctions, texts: readonly string[]): void {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	for (const [text, count] of counts) {
		showHint(context, count > 1 ? `${text} (${count} jobs)` : text);
	}
}
