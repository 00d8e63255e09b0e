import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { convertDocument } from '../../packages/documents/src/convertDocument.ts';
import { joinPages } from '../../packages/documents/src/conversion/markdown.ts';
import { expectPartition } from '../support/sectionsOf';

const PROGRAMS = join(__dirname, '../fixtures/documents/programs');
const FILES = readdirSync(PROGRAMS).filter((name) => !name.endsWith('.gz'));

const TOOLS = {
	recogniser: {
		recognise: () => Promise.reject(new Error('Nothing is to be recognised.')),
		takeEngines: () => '',
	},
	limits: { maxSelectedPages: 100, maxMarkdownLength: 1_000_000 },
};

test.each(FILES)(
	'every word of %s is in one section, in order, and nothing is torn',
	async (fileName) => {
		const request = { filePath: join(PROGRAMS, fileName), fileName, mode: 'fast' as const };
		const markdown = joinPages((await convertDocument(request, TOOLS)).pages);
		expectPartition(markdown, { maxCharacters: 4_000, minCharacters: 200 });
		expectPartition(markdown, { maxCharacters: 120, minCharacters: 20 });
	},
);
