import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(__dirname, '../..');

/** A regular expression as it is written in the source. */
export interface WrittenExpression {
	/** File and line, relative to the repository. */
	place: string;
	source: string;
	flags: string;
}

/** A function that a module offers to others. */
export interface OfferedFunction {
	/** Absolute. */
	file: string;
	/** Relative to the repository. */
	place: string;
	name: string;
	/** The parameters that a caller must give, as their types are written. */
	required: string[];
}

export type ServingProcess = ReturnType<typeof readServingProcess>;

/** What the source of the serving process contains: all that `main.ts` imports, types left out. */
export function readServingProcess() {
	const expressions: WrittenExpression[] = [];
	const functions: OfferedFunction[] = [];
	const files = new Map<string, ts.SourceFile>();
	const queue = [join(ROOT, 'service/src/main.ts')];
	for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
		if (files.has(file)) continue;
		const text = readFileSync(file, 'utf8');
		const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
		files.set(file, source);
		queue.push(...listImports(source));
		const place = relative(ROOT, file);
		const visit = (node: ts.Node): void => {
			if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword) {
				const [name] = node.arguments;
				if (name !== undefined && ts.isStringLiteral(name)) queue.push(...locate(name.text, file));
			}
			if (ts.isRegularExpressionLiteral(node)) {
				const { line } = source.getLineAndCharacterOfPosition(node.getStart());
				const end = node.text.lastIndexOf('/');
				const [pattern, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
				expressions.push({ place: `${place}:${line + 1}`, source: pattern, flags });
			}
			ts.forEachChild(node, visit);
		};
		visit(source);
		functions.push(...listFunctions(source).map((found) => ({ file, place, ...found })));
	}
	return { files: [...files.keys()], expressions, functions };
}

function listImports(source: ts.SourceFile): string[] {
	return source.statements.flatMap((statement) => {
		const isImport = ts.isImportDeclaration(statement);
		if (!isImport && !ts.isExportDeclaration(statement)) return [];
		if (isImport && isOfTypes(statement)) return [];
		const name = statement.moduleSpecifier;
		if (name === undefined || !ts.isStringLiteral(name)) return [];
		return locate(name.text, source.fileName);
	});
}

function isOfTypes({ importClause }: ts.ImportDeclaration): boolean {
	if (importClause === undefined) return false;
	const { namedBindings } = importClause;
	return (
		importClause.isTypeOnly ||
		(importClause.name === undefined &&
			namedBindings !== undefined &&
			ts.isNamedImports(namedBindings) &&
			namedBindings.elements.every(({ isTypeOnly }) => isTypeOnly))
	);
}

/** The file of an import of this repository; none for libraries. */
function locate(specifier: string, from: string): string[] {
	if (specifier.startsWith('.')) {
		const file = join(dirname(from), specifier);
		return file.endsWith('.ts') && existsSync(file) ? [file] : [];
	}
	const [, name, entry] = /^@web-data-extraction\/([^/]+)\/(.+)$/.exec(specifier) ?? [];
	if (name === undefined) return [];
	const folder = join(ROOT, 'packages', name);
	const { exports } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
	return [join(folder, exports[`./${entry}`])];
}

function listFunctions(source: ts.SourceFile) {
	return source.statements.flatMap((statement) => {
		const isOffered = ts.canHaveModifiers(statement) && isExported(statement);
		if (!isOffered) return [];
		if (ts.isFunctionDeclaration(statement) && statement.name !== undefined) {
			return [describe(statement.name.text, statement)];
		}
		if (!ts.isVariableStatement(statement)) return [];
		return statement.declarationList.declarations.flatMap(({ name, initializer }) =>
			initializer !== undefined && ts.isArrowFunction(initializer)
				? [describe(name.getText(), initializer)]
				: [],
		);
	});
}

const isExported = (statement: ts.HasModifiers): boolean =>
	ts.getModifiers(statement)?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;

function describe(name: string, { parameters }: ts.SignatureDeclaration) {
	const required = parameters
		.filter(({ initializer, questionToken }) => !initializer && !questionToken)
		.map(({ type }) => type?.getText() ?? 'unknown');
	return { name, required };
}
