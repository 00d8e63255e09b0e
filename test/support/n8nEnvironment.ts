import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';

/** n8n-core reads these while it is loaded, and writes its settings there. Import this file first. */
const folder = mkdtempSync(join(tmpdir(), 'n8n-unit-'));
process.env.N8N_USER_FOLDER = folder;
process.env.N8N_LOG_LEVEL = 'silent';
process.env.N8N_ENCRYPTION_KEY = 'key-of-the-unit-tests';

afterAll(() => {
	rmSync(folder, { recursive: true, force: true });
});
