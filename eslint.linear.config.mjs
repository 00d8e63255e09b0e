/**
 * Expressions stay linear: strangers write what they are matched with. The rules and where they hold are those
 * of .oxlintrc.json, with which `npm run lint` checks them; this is ESLint's form of them, for editors.
 */
import regexp from 'eslint-plugin-regexp';
import { defineConfig } from 'eslint/config';
import { readFileSync } from 'node:fs';
import tseslint from 'typescript-eslint';

const { overrides } = JSON.parse(
	readFileSync(new URL('.oxlintrc.json', import.meta.url)).toString(),
);

export default defineConfig(
	overrides
		.filter(({ rules = {} }) => Object.keys(rules).some((name) => name.startsWith('regexp/')))
		.map(({ files, rules }) => ({
			files,
			rules,
			languageOptions: { parser: tseslint.parser },
			plugins: { regexp },
		})),
);
