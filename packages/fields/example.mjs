/** Prints the fields of a saved page, or of a document's Markdown: node packages/fields/example.mjs FILE 'name, price' */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { continueUnderNode24 } from '../underNode24.mjs';

continueUnderNode24();
const [file, prompt] = process.argv.slice(2);
if (file === undefined || prompt === undefined) {
	console.error("Usage: node packages/fields/example.mjs FILE 'name, price'");
	process.exit(2);
}

const { answerByRules } = await import('@web-data-extraction/fields/answerByRules');
const { convertStaticPage } = await import('@web-data-extraction/page/staticPage');

try {
	const text = readFileSync(file, 'utf8');
	const isPage = /\.html?$/i.test(file);
	const url = isPage ? 'https://page.example/' : '';
	const source = isPage
		? { html: text, markdown: convertStaticPage({ html: text, url, contentOnly: false }).markdown }
		: { markdown: text };
	const answer = answerByRules({ prompt, format: 'json' }, [
		{ url, title: basename(file), ...source },
	]);
	console.log(JSON.stringify(answer.content ?? null, null, '\t'));
	for (const warning of [answer.failureReason ?? [], answer.warnings].flat()) {
		console.error(`Warning: ${warning}`);
	}
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
