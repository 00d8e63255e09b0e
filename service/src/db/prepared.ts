import type { Compilable, CompiledQuery } from 'kysely';

/** Stands for a value that is known only when the statement is run. */
class Placeholder {
	readonly name: string | symbol;

	constructor(name: string | symbol) {
		this.name = name;
	}
}

/**
 * Makes a statement that is built and compiled when it is first run, and afterwards only given its
 * values: building one takes several times as long as sending it.
 * @param build must ask nothing of the values but their place: it gets no real ones. Lists, such as those
 * of `in`, and whatever decides how the statement reads, must be fixed
 * @returns makes the statement with its values, to be run by `executeQuery` or written together with
 * others; an undefined value is NULL
 */
export function prepare<Values extends object, Row>(
	build: (values: Values) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
	let compiled: CompiledQuery<Row> | undefined;

	const compile = (): CompiledQuery<Row> => {
		const places = new Proxy({}, { get: (_, name) => new Placeholder(name) });
		// Of the type that the statement is to be given: whatever is built with them is checked by it.
		return build(places as Values).compile();
	};

	return (values) => ({
		compile: () => {
			compiled ??= compile();
			const known = new Map<string | symbol, unknown>(Object.entries(values));
			const parameters = compiled.parameters.map((parameter) =>
				parameter instanceof Placeholder ? (known.get(parameter.name) ?? null) : parameter,
			);
			return { ...compiled, parameters };
		},
	});
}
