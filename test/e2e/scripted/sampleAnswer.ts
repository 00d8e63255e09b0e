function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function typeOf({ type }: Record<string, unknown>): unknown {
	return Array.isArray(type) ? type.find((name) => name !== 'null') : type;
}

/**
 * An answer that fits a JSON Schema: texts are the label, numbers 39.9 or 1, lists have as many
 * numbered entries as asked for.
 */
export function sampleAnswer(schema: unknown, label: string, rows: number): unknown {
	if (!isRecord(schema)) return label;
	switch (typeOf(schema)) {
		case 'object': {
			const properties = isRecord(schema['properties']) ? schema['properties'] : {};
			const fields = Object.entries(properties);
			return Object.fromEntries(
				fields.map(([name, field]) => [name, sampleAnswer(field, label, rows)]),
			);
		}
		case 'array':
			return Array.from({ length: rows }, (_row, index) =>
				sampleAnswer(schema['items'], `${label} ${index + 1}`, rows),
			);
		case 'number':
			return 39.9;
		case 'integer':
			return 1;
		case 'boolean':
			return true;
		default:
			return label;
	}
}
