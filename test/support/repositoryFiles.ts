import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isRecord } from '../../nodes/shared/transport/serviceBody';

export const ROOT = join(__dirname, '../..');

/** A JSON file of the repository, by its path from the root. */
export function readJsonFile(path: string): Record<string, unknown> {
	const content: unknown = JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
	if (!isRecord(content)) throw new Error(`${path} holds no object`);
	return content;
}

export const packageJson = readJsonFile('package.json');
