/** Prints the Markdown of a document and what the reader should know: node packages/documents/example.mjs FILE */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { continueUnderNode24 } from '../underNode24.mjs';

continueUnderNode24();
const [filePath] = process.argv.slice(2);
if (filePath === undefined) {
	console.error('Usage: node packages/documents/example.mjs FILE');
	process.exit(2);
}

const { convertDocument } = await import('@web-data-extraction/documents/convertDocument');
const { unpackLanguages } = await import('@web-data-extraction/documents/languageData');
const { joinPages } = await import('@web-data-extraction/documents/markdown');
const { LocalRecogniser } = await import('@web-data-extraction/documents/recogniser');

const dataDirectory = mkdtempSync(join(tmpdir(), 'languages-'));
try {
	const languages = ['eng'];
	await unpackLanguages(languages, dataDirectory);
	const document = await convertDocument(
		{ filePath, fileName: basename(filePath), mode: 'auto' },
		{
			recogniser: new LocalRecogniser({ dataDirectory, languages }),
			limits: { maxSelectedPages: 2_000, maxMarkdownLength: 64 * 1024 * 1024 },
		},
	);
	console.log(joinPages(document.pages));
	for (const warning of document.warnings) console.error(`Warning: ${warning}`);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
} finally {
	rmSync(dataDirectory, { recursive: true, force: true });
}
