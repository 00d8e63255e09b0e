/**
 * This repository's own rules. `eslint.config.mjs` is n8n's default, which its command line wants unchanged
 * (`n8n.strict` in package.json).
 *
 * What editors show beside oxlint (.oxlintrc.json): the rules of n8n's own scan, and linear expressions.
 */
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import { defineConfig, globalIgnores } from 'eslint/config';
import linear from './eslint.linear.config.mjs';

/** For what is published; `npm run lint` has it looked at by `scripts/scan.mjs`. */
const scanConfig = (await buildScanConfig()).map((entry) => ({
	...entry,
	files: (entry.files ?? ['package.json', '{nodes,credentials}/**/*.{ts,json}']).map((pattern) =>
		// Anchored at the root: tests have folders of these names, too.
		pattern.replace(/^\*\*\/(?=nodes|credentials)/, ''),
	),
}));

export default defineConfig(
	globalIgnores(['dist/', 'coverage/', 'api/generated/', '**/package-lock.json', '.data/']),
	scanConfig,
	linear,
);
