import type { FittedAnswer } from '../answer/answerFit.ts';

const MAX_NAMED = 10;
const MAX_VALUE_CHARACTERS = 80;

/** What an answer lost, one sentence each for the reader of the result. */
export function describeDeviations({ losses, extras, readings }: FittedAnswer): string[] {
	const all = [...losses, ...readings, ...extras];
	const sentences = all.slice(0, MAX_NAMED).map(({ path, value, outcome }) => {
		const text = JSON.stringify(value);
		const shown =
			text.length > MAX_VALUE_CHARACTERS ? `${text.slice(0, MAX_VALUE_CHARACTERS)}…` : text;
		return `The model's value for ${path || 'the whole answer'}, ${shown}, ${outcome}.`;
	});
	const more = all.length - sentences.length;
	const rest = all
		.slice(MAX_NAMED)
		.map(({ path }) => path)
		.slice(0, 50)
		.join(', ');
	return more > 0
		? [...sentences, `The same happened to ${more} more values: ${rest}.`]
		: sentences;
}
