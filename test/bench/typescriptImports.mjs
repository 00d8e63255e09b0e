/**
 * Importing this file lets Node load the TypeScript of the tests, whose imports name no file
 * extension, by stripping its types.
 */
import { registerHooks } from 'node:module';

/** n8n-workflow's ES modules name no file extension either; its other form can be loaded. */
const CJS = ['node', 'require'];

registerHooks({
	resolve(specifier, context, nextResolve) {
		if (specifier === 'n8n-workflow')
			return nextResolve(specifier, { ...context, conditions: CJS });
		if (!specifier.startsWith('.')) return nextResolve(specifier, context);
		try {
			return asModule(nextResolve(specifier, context));
		} catch {
			return asModule(nextResolve(`${specifier}.ts`, context));
		}
	},
});

/**
 * The package's folder is a CommonJS one; the tests are written as ES modules.
 * @param {import('node:module').ResolveFnOutput} resolved
 */
function asModule(resolved) {
	return resolved.url.endsWith('.ts') ? { ...resolved, format: 'module-typescript' } : resolved;
}
