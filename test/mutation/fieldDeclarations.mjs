import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** Properties whose values are texts that people read. */
const TEXTS = new Set(['action', 'agentDescription', 'builderHint', 'description', 'searchHint']);

/** @param {{ type: string; key?: { name?: string } }} property */
const isNamed = (property, /** @type {(name: string) => boolean} */ test) =>
	property.type === 'ObjectProperty' && test(property.key?.name ?? '');

/**
 * Leaves out what is declared and does nothing: fields of nodes, whose names, types, values and defaults
 * test/unit/nodes/stability.test.ts holds, and texts that people read.
 */
export const strykerPlugins = [
	declareValuePlugin(PluginKind.Ignore, 'fieldDeclarations', {
		shouldIgnore({ node }) {
			if (isNamed(node, (name) => TEXTS.has(name))) return 'a text that people read';
			const isField =
				node.type === 'ObjectExpression' &&
				node.properties.some((property) => isNamed(property, (name) => name === 'displayName'));
			return isField ? 'the declaration of a field' : undefined;
		},
	}),
];
