import type { Compilable, CompiledQuery } from 'kysely';

/** Placeholder for a value that is known only when the statement is run. */
class Placeholder {
	readonly name: string | symbol;

	constructor(name: string | symbol) {
		this.name = name;
	}
}

/**
 * Creates a statement that is built and compiled when it is first run; after that it only gets new
 * values: building one takes several times as long as sending it.
 * @param build may only pass the values on: it gets placeholders. Lists, such as those of `in`, and
 * anything else that changes the statement, must be fixed
 * @returns creates the statement with its values, to be run by `executeQuery` or written together with
 * others; an undefined value is NULL
 */
export function prepare<Values extends object, Row>(
	build: (values: Values) => Compilable<Row>,
): (values: Values) => Compilable<Row> {
	let compiled: CompiledQuery<Row> | undefined;

	const compile = (): CompiledQuery<Row> => {
		const places = new Proxy({}, { get: (_, name) => new Placeholder(name) });
		// Typed as the real values, so that the compiler checks what is built with them.
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
