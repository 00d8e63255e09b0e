import { isClosedSchema } from '@web-data-extraction/fields/answerCheck';
import type { ModelFormat, ModelMessage } from '@web-data-extraction/fields/model';
import { withSchemaInWords } from '@web-data-extraction/fields/prompts';

/** The part of a chat request that differs between the forms of a question. */
export interface ChatForm {
	messages: readonly ModelMessage[];
	response_format?: object;
}

/**
 * The same question in the forms that endpoints may accept, best first: structured output, JSON mode
 * with the schema in words, plain text with the schema in words.
 */
export function listForms(messages: readonly ModelMessage[], format: ModelFormat): ChatForm[] {
	if (format.kind === 'text') return [{ messages }];
	const inWords = withSchemaInWords(messages, format.kind === 'schema' ? format.schema : undefined);
	const loose: ChatForm[] = [
		{ messages: inWords, response_format: { type: 'json_object' } },
		{ messages: inWords },
	];
	if (format.kind === 'json') return loose;
	const { name, schema } = format;
	const strict = isClosedSchema(schema);
	const structured: ChatForm = {
		messages,
		response_format: { type: 'json_schema', json_schema: { name, schema, strict } },
	};
	return [structured, ...loose];
}

/** Words with which endpoints refuse a form, rather than one schema or one page. */
const OF_THE_FORM =
	/response_format|json_schema|json_object|structured|grammar|guided|unsupported|not support/iu;
const OF_THE_SCHEMA = /invalid schema|json_validate_failed|failed to (?:generate|validate)/iu;
/** Refusals that do not mention the form count half. */
const ENOUGH = 2;

/**
 * Remembers which forms an endpoint refuses, so that each page is sent once. Forms that it refused
 * for one schema only are tried again with others.
 */
export class FormMemory {
	private readonly refusals = new Map<string, number>();

	/** Index of the first form that is worth trying. */
	firstFor(kind: ModelFormat['kind'], forms: readonly ChatForm[]): number {
		const index = forms.findIndex((form) => this.count(kind, form) < ENOUGH);
		return index === -1 ? forms.length - 1 : index;
	}

	/** The endpoint accepted a form after refusing others. */
	learn(kind: ModelFormat['kind'], taken: ChatForm, refused: ReadonlyMap<ChatForm, string>): void {
		this.refusals.set(this.keyOf(kind, taken), 0);
		for (const [form, words] of refused) {
			const weight = OF_THE_SCHEMA.test(words) ? 0 : OF_THE_FORM.test(words) ? ENOUGH : 1;
			this.refusals.set(this.keyOf(kind, form), this.count(kind, form) + weight);
		}
	}

	private count(kind: ModelFormat['kind'], form: ChatForm): number {
		return this.refusals.get(this.keyOf(kind, form)) ?? 0;
	}

	private keyOf(kind: ModelFormat['kind'], { response_format: form }: ChatForm): string {
		const { type = 'words' } = Object(form);
		// JSON mode is the same with and without a schema in words.
		return type === 'json_schema' ? `${kind} ${type}` : String(type);
	}
}
