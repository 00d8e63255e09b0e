import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';

/** More are not read, and push the output out of sight. */
const MAX_HINTS = 5;

/** Shows a hint below the output; old versions of n8n have none. */
export function showHint(
	context: IExecuteFunctions,
	message: string,
	type: 'info' | 'warning' = 'warning',
): void {
	context.addExecutionHints?.({ message, type, location: 'outputPane' });
}

/**
 * Shows what is worth noticing about results below the output: each thing once with a count, the
 * commonest first, at most five, then how many more there are.
 */
export function showHints(context: IExecuteFunctions, texts: readonly string[]): void {
	const counts = new Map<string, number>();
	for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
	const sorted = [...counts].sort(([, a], [, b]) => b - a);
	for (const [text, count] of sorted.slice(0, MAX_HINTS)) {
		showHint(context, count > 1 ? `${text} (${count} jobs)` : text);
	}
	const rest = sorted.length - MAX_HINTS;
	if (rest > 0) showHint(context, `And ${rest} more ${rest === 1 ? 'hint' : 'hints'} like these`);
}

/** Field of an item that names the files it lacks. */
export const MISSING_FILES = 'missingFiles';

/** One hint for all files that could not be read, however many they are. */
export function describeMissingFiles(items: readonly INodeExecutionData[]): string[] {
	const messages = items.flatMap(({ json }) => {
		const missing = json[MISSING_FILES];
		return Array.isArray(missing) ? missing.map(String) : [];
	});
	const [first] = messages;
	if (first === undefined) return [];
	const count = messages.length === 1 ? '1 file is' : `${messages.length} files are`;
	return [
		`${count} missing, as '${MISSING_FILES}' on the items says: ${first}. Links are valid for one hour: read the job again by its ID to get fresh ones.`,
	];
}
