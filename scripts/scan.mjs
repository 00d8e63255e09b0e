/**
 * n8n's own community package scan, run on this folder: the sources, and the build when there is
 * one. The scan's command line only takes published packages; its rules are the same here, and
 * comments that switch rules off do not count.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import {
	analyzePackage,
	SOURCE_FILE_PATTERNS,
} from '@n8n/scan-community-package/scanner/scanner.mjs';

const root = fileURLToPath(new URL('../', import.meta.url));

const legs = [
	{ name: 'sources', folder: root, patterns: SOURCE_FILE_PATTERNS },
	{ name: 'build', folder: root, patterns: ['dist/**/*.js', 'package.json'] },
];

for (const { name, folder, patterns } of legs) {
	if (name === 'build' && !existsSync(`${root}dist`)) continue;
	const result = await analyzePackage(folder, patterns);
	if (result.passed) {
		console.log(`Community scan of the ${name}: passed`);
	} else {
		console.error(`Community scan of the ${name}: ${result.message}\n${result.details ?? ''}`);
		process.exitCode = 1;
	}
}
