/** Prints the main content of a saved page as Markdown: node packages/page/example.mjs FILE.html [ADDRESS] */
import { readFileSync } from 'node:fs';
import { continueUnderNode24 } from '../underNode24.mjs';

continueUnderNode24();
const [file, url = 'https://page.example/'] = process.argv.slice(2);
if (file === undefined) {
	console.error('Usage: node packages/page/example.mjs FILE.html [ADDRESS]');
	process.exit(2);
}

const { convertStaticPage } = await import('@web-data-extraction/page/staticPage');

try {
	const html = readFileSync(file, 'utf8');
	const { markdown, metadata, warnings } = convertStaticPage({ html, url, contentOnly: true });
	console.log(markdown);
	console.error(JSON.stringify(metadata, null, '\t'));
	for (const warning of warnings) console.error(`Warning: ${warning}`);
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
