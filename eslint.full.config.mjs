/** The rules of `npm run lint`: those of eslint.config.mjs, and what takes longer to find out. */
import jest from 'eslint-plugin-jest';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';
import rules from './eslint.config.mjs';

export default defineConfig(
	rules,
	{
		// A promise that nobody waits for fails unseen.
		files: ['{nodes,credentials,service/src,test}/**/*.{ts,mts}', '{scripts,test}/**/*.mjs'],
		plugins: { '@typescript-eslint': tseslint.plugin },
		languageOptions: {
			parser: tseslint.parser,
			// One program for everything: making it is what takes the time.
			parserOptions: { project: 'tsconfig.lint.json', tsconfigRootDir: import.meta.dirname },
		},
		rules: {
			'@typescript-eslint/await-thenable': 'error',
			'@typescript-eslint/no-floating-promises': 'error',
			'@typescript-eslint/no-misused-promises': 'error',
		},
	},
	{
		files: ['test/**/*.test.ts'],
		extends: [jest.configs['flat/recommended']],
		rules: {
			'jest/expect-expect': ['error', { assertFunctionNames: ['expect', 'expect*', 'fc.assert'] }],
			'jest/no-standalone-expect': [
				'error',
				{ additionalTestBlockFunctions: ['afterEach', 'onLinux', 'testOfDataFolder'] },
			],
			// Of random values a property expects one thing where they are taken, another where refused.
			'jest/no-conditional-expect': 'off',
		},
	},
);
