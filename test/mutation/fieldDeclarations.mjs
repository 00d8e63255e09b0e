import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Properties whose values are texts that people read. */
const TEXTS = new Set(['action', 'agentDescription', 'builderHint', 'description', 'searchHint']);

/** The functions that declare fields (nodes/shared/fields/field.ts). */
const DECLARE =
	/^(?:named|namedFields|(?:choice|choices|flag|json|locator|number|options|split|text)Field)$/;

/** @typedef {{ type: string; key?: { name?: string }; callee?: { name?: string }; properties?: Node[] }} Node */

/** @param {Node} node */
const nameOf = ({ type, key }) => (type === 'ObjectProperty' ? (key?.name ?? '') : '');

/** @param {Node} node */
function whyNot(node) {
	if (TEXTS.has(nameOf(node))) return 'a text that people read';
	const isField = node.properties?.some((property) => nameOf(property) === 'displayName');
	const isDeclared = node.type === 'CallExpression' && DECLARE.test(node.callee?.name ?? '');
	return isField || isDeclared ? 'the declaration of a field' : undefined;
}

/**
 * Leaves out what is declared and does nothing: fields of nodes, whose names, types, values and defaults
 * test/unit/nodes/stability.test.ts holds, and texts that people read.
 */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'fieldDeclarations', {
		shouldIgnore: (path) =>
			whyNot(/** @type {{ node: Node }} */ (/** @type {unknown} */ (path)).node),
	}),
];
