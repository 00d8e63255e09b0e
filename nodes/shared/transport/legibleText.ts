/** Longest text of the service that is shown; more would flood the editor. */
const MAX_LENGTH = 1_000;

/** Text of the service made safe to show: no control characters, bounded, and without secrets. */
export function makeLegible(text: string, secrets: readonly string[] = []): string {
	const plain = text.replace(/\p{Cc}+/gu, ' ').trim();
	const safe = secrets
		.filter((secret) => secret.length > 0)
		.reduce((result, secret) => result.split(secret).join('***'), plain);
	return safe.length > MAX_LENGTH ? `${safe.slice(0, MAX_LENGTH)}…` : safe;
}
