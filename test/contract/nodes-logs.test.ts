import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Logs } from '../../nodes/Logs/Logs.node';
import { runWorkflow } from '../support/n8nWorkflow';
import { startService, type RunningService } from './support/startService';

const OLD_ROWS = 1_000;

let service: RunningService;
let database: DatabaseSync;

beforeAll(async () => {
	service = await startService({ withoutBrowser: true });
	database = new DatabaseSync(join(service.dataDirectory, 'service.db'), { timeout: 5_000 });
});

afterAll(async () => {
	database?.close();
	await service?.stop();
});

/** Puts an ended scrape into the service's records. */
function addScrape(id: string, createdAtMs: number): void {
	database
		.prepare(
			`INSERT INTO jobs (id, kind, state, request, created_at_ms, started_at_ms, finished_at_ms)
			VALUES (?, 'scrape', 'completed', ?, ?, ?, ?)`,
		)
		.run(
			id,
			JSON.stringify({ urls: [{ url: `https://example.com/${id}` }] }),
			createdAtMs,
			createdAtMs,
			createdAtMs + 5,
		);
}

test('1,000 logs are listed without gaps or duplicates while new ones arrive', async () => {
	const startMs = Date.parse('2026-11-01T00:00:00Z');
	database.exec('BEGIN');
	for (let index = 0; index < OLD_ROWS; index += 1) addScrape(`old-${index}`, startMs + index);
	database.exec('COMMIT');

	let added = 0;
	const arrivals = setInterval(() => {
		for (let index = 0; index < 3; index += 1) {
			addScrape(`new-${added}`, Date.now());
			added += 1;
		}
	}, 20);
	const { outputs, error } = await runWorkflow({
		nodeType: new Logs(),
		parameters: { resource: 'scrapeLog', operation: 'getMany', returnAll: true },
		items: [{}],
		baseUrl: service.baseUrl,
		apiKey: service.apiKey,
	}).finally(() => clearInterval(arrivals));

	expect(error).toBeUndefined();
	const uuids = (outputs[0] ?? []).map(({ json }) => String(json.uuid));
	expect(added).toBeGreaterThan(0);
	expect(new Set(uuids).size).toBe(uuids.length);
	expect(uuids.filter((uuid) => uuid.startsWith('old-'))).toHaveLength(OLD_ROWS);
});
