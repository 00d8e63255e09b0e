/** A JSON Schema, or a part of one, as plain data. */
export interface JsonSchema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	[keyword: string]: unknown;
}
