import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Properties whose values are texts that people read. */
const TEXTS = new Set(['action', 'agentDescription', 'builderHint', 'description', 'searchHint']);

/** @typedef {{ type: string; key?: { name?: string }; properties?: Node[] }} Node */

/** @param {Node} node */
const nameOf = ({ type, key }) => (type === 'ObjectProperty' ? (key?.name ?? '') : '');

/** @param {Node} node */
function whyNot(node) {
	if (TEXTS.has(nameOf(node))) return 'a text that people read';
	const isField = node.properties?.some((property) => nameOf(property) === 'displayName');
	return isField ? 'the declaration of a field' : undefined;
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
