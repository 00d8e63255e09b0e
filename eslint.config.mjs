import js from '@eslint/js';
import { buildScanConfig } from '@n8n/scan-community-package/scanner/scanner.mjs';
import regexp from 'eslint-plugin-regexp';
import { defineConfig, globalIgnores } from 'eslint/config';
import globals from 'globals';
import tseslint from 'typescript-eslint';

/** The rules of n8n's own scan, for what is published. */
const scanConfig = (await buildScanConfig()).map((entry) => ({
	...entry,
	files: (entry.files ?? ['package.json', '{nodes,credentials}/**/*.{ts,json}']).map((pattern) =>
		// Anchored at the root: tests have folders of these names, too.
		pattern.replace(/^\*\*\/(?=nodes|credentials)/, ''),
	),
}));

const DOOR = 'Only nodes/shared/transport talks to the service: send a ServiceRequest.';

export default defineConfig(
	globalIgnores(['dist/', 'coverage/', 'api/generated/', '**/package-lock.json', '.data/']),
	scanConfig,
	{
		files: ['**/*.{js,mjs}'],
		extends: [js.configs.recommended],
		languageOptions: { globals: { ...globals.node, ...globals.jest } },
		rules: { 'no-unused-vars': ['error', { ignoreRestSiblings: true }] },
	},
	{
		files: ['service/src/dashboard/assets/*.js'],
		languageOptions: { globals: globals.browser },
	},
	{
		files: ['**/*.{ts,mts}'],
		extends: [tseslint.configs.recommended],
		rules: {
			'@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true }],
			'max-params': ['error', 4],
			complexity: ['error', 15],
		},
	},
	{
		// Strangers write what the service reads, and expressions over it must stay linear.
		files: ['{nodes,credentials,service/src}/**/*.ts'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
			'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false }],
		},
	},
	{
		// All of it goes through here: what might be slow counts, too.
		files: ['service/src/{content,page,extract}/**/*.ts'],
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
		},
	},
	{
		files: ['nodes/**/*.ts'],
		ignores: ['nodes/shared/transport/**'],
		rules: {
			'no-restricted-properties': [
				'error',
				{ property: 'httpRequest', message: DOOR },
				{ property: 'httpRequestWithAuthentication', message: DOOR },
			],
		},
	},
);
