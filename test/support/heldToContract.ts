import { contract, isRecord, objectsIn, type Json } from './contractDocument';
import { requestErrors, type RequestToCheck } from './contractRules';
import { undeclaredFields } from './outputSchema';

/*
 * What fakes of the service receive is held to the contract, and what nodes return to their output schemas.
 * The code under test goes on undisturbed; what is wrong fails the test at its end, by name.
 */

const breaches = new Set<string>();

/** Fields that requests of this test may have, although the contract does not name them. */
let unknownFields: readonly string[] = [];

/** Names of fields in answers and input items of this test that the contract does not name. */
const ownNames = new Set<string>();

afterEach(() => {
	const found = [...breaches];
	breaches.clear();
	ownNames.clear();
	unknownFields = [];
	if (found.length > 0) throw new Error(`Against the contract:\n${found.join('\n')}`);
});

/** Endpoints that tests of the job runner invent, for jobs of any type. */
const INVENTED = /^\/(jobs|topics|history|list)(\/|\?|$)/;

/** Holds a request that a fake service receives to the contract. */
export function holdRequest(request: RequestToCheck): void {
	if (INVENTED.test(request.path)) return;
	const errors = requestErrors(withoutUnknown(request));
	if (errors !== '') breaches.add(`${request.method} ${request.path}: ${errors}`);
}

/** For a test about fields of requests that only a later version of the API knows. */
export function allowUnknownFields(...names: string[]): void {
	unknownFields = names;
}

function withoutUnknown(request: RequestToCheck): RequestToCheck {
	const { body } = request;
	if (unknownFields.length === 0 || !isRecord(body)) return request;
	const known = Object.entries(body).filter(([name]) => !unknownFields.includes(name));
	return { ...request, body: Object.fromEntries(known) };
}

/** What the contract calls the fields of requests and answers; its examples hold schemas of users, too. */
const CONTRACT_NAMES = new Set(
	[...objectsIn(contract)]
		.filter(([keys]) => keys.at(-1) === 'properties' && !keys.includes('examples'))
		.flatMap(([, fields]) => Object.keys(fields)),
);

/** Fields of answers below which all names are those of a page or a user. */
const CONTENT = new Set(['content', 'json', 'listed', 'result_data']);

/** The same within an entry of a list: a page of a crawl or batch. */
const CONTENT_OF_ENTRY = new Set(['data', 'result']);

/**
 * Keeps the names of what a page, a user or an input item calls its fields: items may have them, and no
 * schema can name them. Those of the contract are the service's, and have to be in the schema.
 */
export function noteOwnNames(value: unknown, place = { isContent: false, isInList: false }): void {
	const { isContent, isInList } = place;
	if (typeof value === 'string') {
		if (/^\s*[[{]/.test(value)) noteOwnNames(tryParse(value), { isContent: true, isInList: false });
	} else if (Array.isArray(value)) {
		for (const entry of value) noteOwnNames(entry, { isContent, isInList: true });
	} else if (isRecord(value)) {
		for (const [name, inner] of Object.entries(value)) {
			if (isContent || !CONTRACT_NAMES.has(name)) ownNames.add(name);
			// A field of this name has another one on items.
			if (name === 'error') ownNames.add('error').add('extractedError');
			const isOwn = CONTENT.has(name) || (isInList && CONTENT_OF_ENTRY.has(name));
			noteOwnNames(inner, { isContent: isContent || isOwn, isInList: false });
		}
	}
}

function tryParse(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** What items come from. */
export interface ItemSource {
	/** Folder of the node, such as `Crawl`. */
	folder: string;
	/** Its parameters, `resource` and `operation` among them. */
	parameters: Json;
}

/** Holds items to the output schema of their operation. */
export function holdItems({ folder, parameters }: ItemSource, items: readonly Json[]): void {
	const options = isRecord(parameters.options) ? parameters.options : {};
	const isRaw = (options.simplify ?? parameters.simplify) === false;
	const isRow = parameters.get === 'rows';
	const isOwn = (name: string): boolean => {
		// The column of a nested field, and the second field of a name.
		const [base = ''] = name.replace(/_\d+$/, '').split('.');
		const [, prefixed = ''] = /^(?:source|parent|input|document)([A-Z].*)$/.exec(base) ?? [];
		return (
			ownNames.has(base) ||
			(isRaw && CONTRACT_NAMES.has(base)) ||
			(isRow && base === 'value') ||
			(prefixed !== '' && isOrWas(prefixed))
		);
	};
	const isOrWas = (prefixed: string) => {
		const name = prefixed.charAt(0).toLowerCase() + prefixed.slice(1);
		return isOwn(name) || undeclaredFields(folder, parameters, [{ [name]: null }]).length === 0;
	};
	// n8n's own items of failures.
	const made = items.filter(({ error }) => error === undefined);
	for (const misfit of undeclaredFields(folder, parameters, made, isOwn)) breaches.add(misfit);
}
