/** Names of the tags between which models reason; each family of models has its own. */
const NAMES = 'think(?:ing)?|thought|reasoning|reflection|seed:think';
/** Tags in backticks are what an answer writes about. */
const STARTS = `(?<!\`)(?:<(?:${NAMES})>|\\[THINK\\]|<\\|begin_of_thought\\|>|◁think▷|<\\|START_THINKING\\|>)`;
const ENDS = `(?<!\`)(?:</(?:${NAMES})>|\\[/THINK\\]|<\\|end_of_thought\\|>|◁/think▷|<\\|END_THINKING\\|>)`;
const START = new RegExp(STARTS, 'iu');
const END = new RegExp(ENDS, 'giu');
const PAIR = new RegExp(`${STARTS}[^]*?${ENDS}`, 'giu');

/** A message in the harmony format (gpt-oss): the name of its channel, and its text. */
const CHANNEL =
	/<\|channel\|>\s*([a-z]+)(?:[^<a-z][^<]*)?<\|message\|>([^]*?)(?=<\|(?:end|return|call|start|channel)\|>|$)/giu;
/** The same when the endpoint has removed the tags. */
const BARE_CHANNELS = /^\s*analysis[^]*assistant\s*final(?:json)?/iu;

/** Tokens of the model's template around an answer. */
const LEADING_MARKS = /^\s*(?:<\|[a-z_]{2,30}\|>(?:assistant\b)?\s*|<｜[^｜>]{2,40}｜>\s*)+/iu;
const TRAILING_MARK = /(?:<\|[a-z_]{2,30}\|>|<｜[^｜>]{2,40}｜>|<\/s>|<end_of_turn>)$/iu;
const MAX_MARK_CHARACTERS = 60;
const MAX_MARKS = 5;
const WRAPPED = /^<(answer|final_answer|output|response|result)>([^]*)<\/\1>$/iu;

/** A model's text after its reasoning: without reasoning, channels and template tokens. */
export function withoutReasoning(answer: string): string {
	const said = afterThinking(finalChannel(answer)).replace(LEADING_MARKS, '').trim();
	return unwrap(withoutTrailingMarks(said));
}

const unwrap = (text: string): string => (WRAPPED.exec(text)?.[2] ?? text).trim();

function withoutTrailingMarks(text: string): string {
	let said = text;
	for (let count = 0; count < MAX_MARKS; count += 1) {
		const end = said.slice(-MAX_MARK_CHARACTERS);
		const mark = TRAILING_MARK.exec(end)?.[0];
		if (mark === undefined) break;
		said = said.slice(0, -mark.length).trimEnd();
	}
	return said;
}

function finalChannel(answer: string): string {
	const messages = [...answer.matchAll(CHANNEL)];
	if (messages.length === 0) return answer.replace(BARE_CHANNELS, '');
	const last = (channel: string) => messages.findLast(([, name]) => name === channel)?.[2];
	// A call of a tool that was not offered has the answer in its arguments.
	return last('final') ?? last('commentary') ?? '';
}

/** The template of some models opens the reasoning, so that the answer contains only its end tag. */
function afterThinking(text: string): string {
	const end = [...text.matchAll(END)].at(-1);
	if (end !== undefined) {
		const after = text.slice(end.index + end[0].length);
		return after.trim() === '' ? text.replace(PAIR, '').replace(END, '') : after;
	}
	// Reasoning that was cut off is not an answer.
	const start = START.exec(text);
	return start === null ? text : text.slice(0, start.index);
}

/** The text of a model's answer without its reasoning and without a fence around it. */
export function readModelText(answer: string): string {
	const text = withoutReasoning(answer);
	return /^```[a-z]*[ \t]*\n([^]*)\n[ \t]*```$/iu.exec(text)?.[1]?.trim() ?? text;
}

/** The contents of the code blocks in a text, the last one first. One that is not closed ends with the text. */
export function listCodeBlocks(text: string): string[] {
	const blocks = [...text.matchAll(/^[ \t]*```[^\n]*\n([^]*?)(?:^[ \t]*```|$(?![^]))/gmu)];
	return blocks.map(([, content = '']) => content.trim()).toReversed();
}
