import { callService, waitForEnd } from './support/callService';
import { startService, type RunningService } from './support/startService';
import { startSite, type TestSite } from './support/startSite';

let service: RunningService;
let site: TestSite;
let origin: string;

beforeAll(async () => {
	const environment = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'debug' };
	[service, site] = await Promise.all([startService({ environment }), startSite()]);
	({ origin } = new URL(service.baseUrl));
});
afterAll(() => Promise.all([service.stop(), site.stop()]));

async function scrape(path: string): Promise<string> {
	const urls = [{ url: `${site.url}${path}` }];
	const { body } = await callService(service, 'POST', '/scrape', { urls });
	const { jobId } = Object(body);
	await waitForEnd(service, `/scrape/${jobId}`);
	return jobId;
}

/** All series by name and labels, as a Prometheus server reads them. */
async function readMetrics(): Promise<Map<string, number>> {
	const response = await fetch(`${origin}/metrics`, {
		headers: { Authorization: `Bearer ${service.apiKey}` },
	});
	expect(response.status).toBe(200);
	expect(response.headers.get('Content-Type')).toMatch(/^text\/plain; version=0\.0\.4/);
	const lines = (await response.text()).split('\n');
	const series = lines.filter((line) => line !== '' && !line.startsWith('#'));
	return new Map(
		series.map((line) => {
			const match = /^([a-z_:][\w:]*(?:\{(?:\w+="[^"\n]*",?)*\})?) (\S+)$/i.exec(line);
			if (match === null) throw new Error(`Not a line of metrics: ${line}`);
			return [String(match[1]), Number(match[2])];
		}),
	);
}

test('probes need no key: alive, and ready', async () => {
	const alive = await fetch(`${origin}/healthz`);
	const ready = await fetch(`${origin}/readyz`);

	expect([alive.status, await alive.json()]).toEqual([200, { status: 'ok' }]);
	expect([ready.status, await ready.json()]).toEqual([200, { status: 'ready' }]);
});

test('metrics are for those who have a key', async () => {
	const response = await fetch(`${origin}/metrics`);

	expect(response.status).toBe(401);
	expect(await response.text()).not.toContain('extraction_');
});

test('metrics tell jobs, durations, pages, memory and lag', async () => {
	const before = await readMetrics();
	await scrape('/article');
	await scrape('/article');
	await scrape('/to-private');
	const after = await readMetrics();
	const grown = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);

	expect(grown('extraction_job_runs_total{kind="scrape",outcome="completed"}')).toBe(2);
	expect(grown('extraction_job_runs_total{kind="scrape",outcome="failed"}')).toBe(1);
	expect(grown('extraction_job_run_seconds_count{kind="scrape"}')).toBe(3);
	expect(grown('extraction_job_run_seconds_sum{kind="scrape"}')).toBeGreaterThan(0);
	expect(after.get('extraction_browser_pages{state="open"}')).toBe(0);
	expect(after.get('extraction_browser_pages{state="waiting"}')).toBe(0);
	expect(after.get('extraction_browser_pages_limit')).toBe(4);
	expect(after.get('extraction_ready')).toBe(1);
	expect(after.get('process_resident_memory_bytes')).toBeGreaterThan(10_000_000);
	expect(after.has('nodejs_eventloop_lag_p99_seconds')).toBe(true);
	const submits =
		'extraction_http_request_seconds_count{method="POST",route="/api/scrape",status="202"}';
	expect(grown(submits)).toBe(3);
});

test('metrics tell what runs and what waits, while it does', async () => {
	const urls = [{ url: `${site.url}/held?by=metrics` }];
	const paths: string[] = [];
	for (let count = 0; count < 10; count += 1) {
		const { body } = await callService(service, 'POST', '/scrape', {
			urls,
			scrapeMode: 'fast',
		});
		paths.push(`/scrape/${Object(body).jobId}`);
	}
	const metrics = await readMetrics();
	const jobs = (state: string) => metrics.get(`extraction_jobs{kind="scrape",state="${state}"}`);

	// How many of them run depends on how soon their pages are seen to wait for their server.
	expect((jobs('active') ?? 0) + (jobs('waiting') ?? 0)).toBe(10);
	expect(jobs('active')).toBeGreaterThanOrEqual(2);
	site.release('metrics');
	for (const path of paths) await waitForEnd(service, path);
	const left = [...(await readMetrics()).keys()].filter((name) =>
		name.startsWith('extraction_jobs{'),
	);
	expect(left).toEqual([]);
});

test('strangers cannot make series', async () => {
	await fetch(`${origin}/nothing-here`);
	const before = await readMetrics();
	for (let count = 0; count < 20; count += 1) {
		await fetch(`${origin}/nothing-${count}?a=${count}`, { headers: { 'x-kind': String(count) } });
		await fetch(`${origin}/files/unknown-${count}.png?expires=1&signature=x`);
	}
	const after = await readMetrics();
	// Those of the runtime itself, such as of its garbage collection, come when they come.
	const added = [...after.keys()].filter(
		(name) => !before.has(name) && !/^(?:nodejs|process)_/.test(name),
	);

	for (const name of added) expect(name).toMatch(/route="\/(?:files\/:name|metrics)"/);
});

test('each log line about a job names it, and each answer names its request', async () => {
	const jobId = await scrape('/article');
	const given = await fetch(`${service.baseUrl}/usage-stats?range=7d`, {
		headers: { 'x-api-key': service.apiKey, 'x-request-id': 'from-the-proxy-1' },
	});
	const made = await fetch(`${service.baseUrl}/usage-stats?range=7d`, {
		headers: { 'x-api-key': service.apiKey, 'x-request-id': 'not {an} "ID"' },
	});
	const lines = service
		.readOutput()
		.stderr.split('\n')
		.filter((line) => line !== '')
		.map((line) => JSON.parse(line));

	const ended = lines.filter(({ msg }) => /^job /.test(msg));
	expect(ended.length).toBeGreaterThan(0);
	for (const line of ended) expect(line).toMatchObject({ jobId: expect.any(String) });
	expect(ended.some((line) => line.jobId === jobId)).toBe(true);
	expect(given.headers.get('x-request-id')).toBe('from-the-proxy-1');
	expect(made.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
	expect(lines.some(({ reqId }) => reqId === 'from-the-proxy-1')).toBe(true);
});
