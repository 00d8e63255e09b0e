/** The YAML that a Markdown file may begin with. */
const FRONT_MATTER = /^---\r?\n(?:(?!---)[^\n]{0,1000}\n){1,100}---[ \t]{0,10}(?:\r?\n|$)/u;
/** A value in quotes that hides no other characters. */
const QUOTED =
	/^([\p{L}\d_-]{1,60}:[ \t]{1,10})(["'])([^"'\\\r\n]{1,1000})\2(?=[ \t]{0,10}\r?$)/gmu;

/** Markdown whose front matter has no quotes around values: they belong to YAML. */
export function withoutYamlQuotes(markdown: string): string {
	const [yaml = ''] = FRONT_MATTER.exec(markdown) ?? [];
	return yaml.replace(QUOTED, '$1$3') + markdown.slice(yaml.length);
}
