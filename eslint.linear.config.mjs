/** Expressions stay linear: strangers write what they are matched with. */
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

export default defineConfig(
	{
		files: ['{nodes,credentials,service/src}/**/*.ts'],
		languageOptions: { parser: tseslint.parser },
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
			'regexp/no-super-linear-move': ['error', { report: 'certain', ignorePartial: false }],
		},
	},
	{
		// All of it goes through here: what might be slow counts, too.
		files: ['service/src/{page,extract}/**/*.ts'],
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
			'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
		},
	},
);
