import addFormats from 'ajv-formats';
import { Ajv2020, type Options, type ValidateFunction } from 'ajv/dist/2020.js';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';

/**
 * Compiles validators of the contract's schemas, each for the first request that needs it: compiling all
 * of them would take a sixth of the service's start. Only JSON bodies are validated by a schema; bodies of
 * other types are streamed and checked by their handlers.
 */
export const compileValidator: FastifySchemaCompiler<unknown> = (part) => {
	const { schema, httpPart, contentType } = part;
	const isStreamed = contentType !== undefined && !contentType.includes('json');
	if (isStreamed || typeof schema !== 'object' || schema === null) return () => true;
	return compileAtFirstUse(httpPart === 'body' ? bodyValidator : textValidator, schema);
};

/** Behaves like the compiled validator, which keeps its errors as a property of itself. */
function compileAtFirstUse(ajv: Ajv2020, schema: object): FastifyValidationResult {
	let compiled: ValidateFunction | undefined;
	const check: FastifyValidationResult = (data) => {
		compiled ??= ajv.compile(schema);
		const isValid = compiled(data);
		check.errors = compiled.errors ?? null;
		return isValid;
	};
	return check;
}

function createAjv(options: Pick<Options, 'coerceTypes' | 'removeAdditional'>): Ajv2020 {
	const ajv = new Ajv2020({
		...options,
		useDefaults: true,
		discriminator: true,
		// Messages quote the description and limits of the violated schema.
		verbose: true,
		// The contract also has keywords for documentation only, such as examples.
		strict: false,
	});
	addFormats.default(ajv);
	return ajv;
}

// In bodies, a number sent as text is reported, not converted. Unknown fields are removed;
// `noteIgnoredFields` reports them. Paths and queries are always text, so numbers and booleans in them are
// converted.
const bodyValidator = createAjv({ removeAdditional: true });
const textValidator = createAjv({ coerceTypes: true });

/** One error of the validator. */
interface ValidationFinding {
	keyword: string;
	/** JSON pointer to the value, such as `/urls/0/url`; empty for the whole part. */
	instancePath: string;
	params: Record<string, unknown>;
	message?: string;
	/** The violated schema. */
	parentSchema?: Record<string, unknown>;
	/** The value that violates it. */
	data?: unknown;
}

const PART_NAMES: Readonly<Record<string, string>> = {
	body: 'The request body',
	params: 'The path',
	querystring: 'The query',
	headers: 'The headers',
};

const RULE_KEYWORDS: ReadonlySet<string> = new Set(['if', 'not', 'anyOf', 'oneOf']);

/**
 * Says in one sentence which field is wrong and what it should be.
 * @param findings of one request part, at least one
 * @param part `body`, `params`, `querystring` or `headers`
 * @param exactMessages by JSON pointer: used if the field itself is invalid (the contract's
 *   `x-validation-messages`)
 */
export function describeValidation(
	findings: readonly ValidationFinding[],
	part: string,
	exactMessages: Readonly<Record<string, unknown>>,
): string {
	const rule = pickDeepest(findings.filter(isRule));
	const finding = rule ?? pickDeepest(findings);
	if (finding === undefined) return 'The request is not valid.';
	const pointer = locateField(finding);
	const exact = exactMessages[pointer];
	if (typeof exact === 'string') return exact;
	if (rule !== undefined) {
		const place = pointer === '' ? '' : `${nameField(pointer)}: `;
		return `${place}${describeSchema(rule)}.`;
	}
	const field = pointer === '' ? (PART_NAMES[part] ?? part) : nameField(pointer);
	const describe = DESCRIPTIONS[finding.keyword] ?? (() => finding.message ?? 'is not valid');
	return `${field} ${describe(finding)}.`;
}

// Rules between fields ("a requires b") are explained by the description of their schema: the errors
// alone say only that no alternative matches.
function isRule(finding: ValidationFinding): boolean {
	return RULE_KEYWORDS.has(finding.keyword) && describeSchema(finding) !== undefined;
}

// Alternatives report each branch that did not match; the deepest error is in the intended branch.
function pickDeepest(findings: readonly ValidationFinding[]): ValidationFinding | undefined {
	const depth = ({ instancePath }: ValidationFinding) => instancePath.split('/').length;
	return findings.toSorted((one, other) => depth(other) - depth(one))[0];
}

function locateField({ instancePath, params }: ValidationFinding): string {
	const child = params['missingProperty'];
	return typeof child === 'string' ? `${instancePath}/${child}` : instancePath;
}

function nameField(pointer: string): string {
	return pointer
		.slice(1)
		.split('/')
		.map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
		.map((part, index) => (/^\d+$/.test(part) ? `[${part}]` : index === 0 ? part : `.${part}`))
		.join('');
}

type Describe = (finding: ValidationFinding) => string;

const DESCRIPTIONS: Readonly<Record<string, Describe>> = {
	required: () => 'is missing',
	enum: ({ params }) => `must be one of ${joinValues(params['allowedValues'])}`,
	discriminator: ({ params }) =>
		`has an unknown ${String(params['tag'])}: ${JSON.stringify(params['tagValue'])}`,
	type: ({ params }) => `must be of type ${joinValues(params['type'])}`,
	format: ({ params }) => `must be a ${FORMATS[String(params['format'])] ?? params['format']}`,
	minimum: (finding) => `must be ${describeRange(finding, 'minimum', 'maximum')}`,
	maximum: (finding) => `must be ${describeRange(finding, 'minimum', 'maximum')}`,
	minItems: (finding) => `must hold ${describeRange(finding, 'minItems', 'maxItems')} entries`,
	maxItems: (finding) => `must hold ${describeRange(finding, 'minItems', 'maxItems')} entries`,
	maxLength: ({ params }) => `must not have more than ${String(params['limit'])} characters`,
	pattern: (finding) => {
		const expected = describeSchema(finding) ?? finding.message;
		return `does not fit${describeSpace(finding)}. Expected: ${expected}`;
	},
};

const FORMATS: Readonly<Record<string, string>> = { date: 'date of the form YYYY-MM-DD' };

/** Shows where an address contains a space, which is easy to overlook. */
function describeSpace({ data, parentSchema }: ValidationFinding): string {
	const mayHaveSpaces = !String(parentSchema?.['pattern']).endsWith('\\S+$');
	const at = typeof data === 'string' ? data.search(/\s/u) : -1;
	return mayHaveSpaces || at === -1
		? ''
		: `: character ${at + 1} is a space (write %20 if it belongs there)`;
}

// First sentence of the schema's description.
function describeSchema({ parentSchema }: ValidationFinding): string | undefined {
	const description = parentSchema?.['description'];
	if (typeof description !== 'string') return undefined;
	return description.split(/\.\s/, 1)[0]?.trim().replace(/\.$/, '');
}

function describeRange({ parentSchema }: ValidationFinding, low: string, high: string): string {
	const lowest = parentSchema?.[low];
	const highest = parentSchema?.[high];
	if (lowest === undefined) return `at most ${String(highest)}`;
	if (highest === undefined) return `at least ${String(lowest)}`;
	return `${String(lowest)} to ${String(highest)}`;
}

function joinValues(values: unknown): string {
	return Array.isArray(values) ? values.join(', ') : String(values);
}
