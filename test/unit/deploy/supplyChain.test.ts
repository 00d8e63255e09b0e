import { execFileSync } from 'node:child_process';
import {
	cpSync,
	existsSync,
	mkdtempSync,
	readFileSync,
	readdirSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { parse } from 'yaml';

interface LockedPackage {
	license?: string;
	dev?: boolean;
	link?: boolean;
	hasInstallScript?: boolean;
}

const lock: { packages: Record<string, LockedPackage> } = JSON.parse(
	readFileSync('package-lock.json', 'utf8'),
);

/** What users of the service install, by name. */
const installed = Object.entries(lock.packages)
	.filter(([path, { dev, link }]) => path.includes('node_modules/') && dev !== true && !link)
	.map(([path, facts]) => ({ name: path.split('node_modules/').at(-1) ?? '', ...facts }));

/** Ask for no more than that their words are kept. */
const PERMISSIVE = new Set([
	...['MIT', 'MIT-0', 'ISC', '0BSD', 'BlueOak-1.0.0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause'],
	...['Python-2.0', 'CC0-1.0', '(MIT OR CC0-1.0)'],
]);

test('nothing that users install runs a script at install', () => {
	const scripted = installed.filter(({ hasInstallScript }) => hasInstallScript === true);
	expect(scripted.map(({ name }) => name)).toEqual([]);
	for (const file of ['deploy/service.Dockerfile', 'deploy/n8n.Dockerfile']) {
		for (const [line] of readFileSync(file, 'utf8').matchAll(/npm ci.*/g)) {
			expect(line).toContain('--ignore-scripts');
		}
	}
});

test('each licence that asks for more is listed', () => {
	const list = readFileSync('docs/licences.md', 'utf8');
	const binding = installed.filter(({ license = '' }) => !PERMISSIVE.has(license));
	expect(installed.length).toBeGreaterThan(250);
	expect(binding.map(({ name }) => name)).toEqual(
		expect.arrayContaining(['libheif-js', 'ical.js']),
	);
	for (const { name, license = 'none stated' } of binding) {
		expect(list).toContain(`\`${name}\``);
		expect(list).toContain(license);
	}
});

test('known weaknesses of what users install are looked for at each change, and every week', () => {
	const audits = readdirSync('.github/workflows')
		.map((name) => readFileSync(join('.github/workflows', name), 'utf8'))
		.filter((text) => /run: npm audit --omit=dev/.test(text));
	expect(audits.some((text) => /^ {2}pull_request:/m.test(text))).toBe(true);
	expect(audits.some((text) => /^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'/m.test(text))).toBe(
		true,
	);
});

test('actions are named by their hash', () => {
	for (const name of readdirSync('.github/workflows')) {
		const text = readFileSync(join('.github/workflows', name), 'utf8');
		for (const [, action = ''] of text.matchAll(/uses: (\S+)/g)) {
			expect([name, action]).toEqual([name, expect.stringMatching(/@[0-9a-f]{40}$/)]);
		}
	}
});

test('no workflow leaves its token where what it runs can read it, or runs with more than it needs', () => {
	for (const name of readdirSync('.github/workflows')) {
		const text = readFileSync(join('.github/workflows', name), 'utf8');
		const workflow = parse(text);
		expect([name, workflow.permissions]).toEqual([name, { contents: 'read' }]);
		const checkouts = text.split('uses: actions/checkout@').slice(1);
		for (const step of checkouts) {
			expect([name, step]).toEqual([
				name,
				expect.stringMatching(/^.*\n\s+with:\n\s+persist-credentials: false\n/),
			]);
		}
		expect([name, text]).toEqual([
			name,
			expect.not.stringMatching(/pull_request_target|secrets\./),
		]);
	}
});

test('the command of docs/deploying.md pins every image that comes from a registry', () => {
	const documented = readFileSync('docs/deploying.md', 'utf8');
	const [, command = ''] = /```sh\n(for image in .*?)```/s.exec(documented) ?? [];
	const folder = mkdtempSync(join(tmpdir(), 'pinned-'));
	cpSync('deploy', folder, { recursive: true });
	const digest = `sha256:${'0123456789abcdef'.repeat(4)}`;
	// Instead of a registry.
	writeFileSync(join(folder, 'docker'), `#!/bin/sh\necho ${digest}\n`, { mode: 0o755 });
	const PATH = [folder, process.env['PATH']].join(delimiter);
	execFileSync('sh', ['-c', command], { cwd: folder, env: { ...process.env, PATH } });
	const named = readdirSync(folder)
		.filter((name) => /\.(yaml|Dockerfile)$/.test(name))
		.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
		.filter((line) => /^ *(image:|FROM) \S+:/.test(line));
	rmSync(folder, { recursive: true });

	expect(named).toContain(`FROM node:24.21.0-bookworm-slim@${digest} AS package`);
	expect(named.length).toBeGreaterThan(5);
	expect(named.filter((line) => line.split(`@${digest}`).length !== 2)).toEqual([]);
});

test('each test that the threat model names is there', () => {
	const model = readFileSync('docs/threat-model.md', 'utf8');
	const named = [...model.matchAll(/`((?:unit|contract|postgres)\/[\w./-]+)`/g)];
	expect(named.length).toBeGreaterThan(10);
	for (const [, path = ''] of named)
		expect([path, existsSync(join('test', path))]).toEqual([path, true]);
});
