/**
 * n8n's own community package scan, run on this folder: the sources, and the build, which is made
 * anew where its sources have changed. The scan's command line only takes published packages; its rules
 * are the same here, comments that switch rules off do not count, and warnings count like errors.
 */
import {
	buildScanConfig,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';
import { ESLint } from 'eslint';
import { repositoryFolder } from './lib/repository.mjs';
import { setUpPackedPackage } from './lib/setup/setUp.mjs';

await setUpPackedPackage();
const eslint = new ESLint({
	cwd: repositoryFolder,
	allowInlineConfig: false,
	overrideConfigFile: true,
	overrideConfig: await buildScanConfig(),
});
const legs = [
	{ name: 'sources', patterns: SOURCE_FILE_PATTERNS },
	{ name: 'build', patterns: ['dist/**/*.js', 'package.json'] },
];

for (const { name, patterns } of legs) {
	const results = await eslint.lintFiles(patterns);
	const findings = results.reduce((sum, { messages }) => sum + messages.length, 0);
	if (findings === 0) {
		console.log(`Community scan of the ${name}: passed, ${results.length} files`);
	} else {
		const formatter = await eslint.loadFormatter('stylish');
		console.error(`Community scan of the ${name}:\n${await formatter.format(results)}`);
		process.exitCode = 1;
	}
}
