import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { eventually } from '../support/eventually';
import { inDataFolder, inRepository, readJson } from '../../scripts/lib/repository.mjs';
import { callService, waitForEnd } from './support/callService';
import { startSite, type TestSite } from './support/startSite';

const NAME = 'web-data-extraction-service';
const BUILT = inDataFolder('service-package');

let site: TestSite;
/** Where a user installed the package; the libraries are found in the service's folder above it. */
let folder: string;
let installed: string;
let child: ChildProcess | undefined;

beforeAll(async () => {
	site = await startSite();
	execFileSync(process.execPath, [inRepository('scripts/buildService.mjs')], { stdio: 'pipe' });
	mkdirSync(inRepository('service/.data'), { recursive: true });
	folder = mkdtempSync(inRepository('service/.data/installed-'));
	installed = join(folder, 'node_modules', NAME);
	mkdirSync(installed, { recursive: true });
	execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], { cwd: BUILT });
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz')) ?? '';
	execFileSync('tar', ['-xzf', join(folder, tarball), '-C', installed, '--strip-components=1']);
	rmSync(join(folder, tarball));
});
afterAll(async () => {
	child?.kill('SIGKILL');
	await site.stop();
	rmSync(folder, { recursive: true, force: true });
});

function filesIn(directory: string): string[] {
	return readdirSync(directory, { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name));
}

/** Names of the packages that compiled code imports, or reads files of. */
function importedPackages(code: string): string[] {
	const specifiers = [
		...code.matchAll(/\b(?:from|import\(|import\.meta\.resolve\()\s*'([^'.\s][^'\s]*)'/g),
	];
	return specifiers
		.map(([, specifier = '']) => specifier)
		.filter((name) => !name.startsWith('node:') && !builtinModules.includes(name))
		.map((name) => /^(@[^/]+\/)?[^/]+/.exec(name)?.[0] ?? name);
}

describe('the service as a package of its own', () => {
	it('names every package that it imports, and no development tools', () => {
		const manifest = readJson(join(installed, 'package.json'));
		const code = ['service', 'node_modules']
			.flatMap((part) => filesIn(join(installed, part)))
			.filter((file) => file.endsWith('.js'));
		const imported = code.flatMap((file) => importedPackages(readFileSync(file, 'utf8')));

		expect(imported).toContain('fastify');
		const named = { ...manifest.dependencies, ...manifest.optionalDependencies };
		expect([...new Set(imported)].filter((name) => !(name in named))).toEqual([]);
		expect(manifest).not.toHaveProperty('devDependencies');
		expect(manifest).not.toHaveProperty('private');
	});

	it('holds compiled code and what it reads, no sources', () => {
		const names = filesIn(installed).map((file) => file.slice(installed.length + 1));
		expect(names).toEqual(
			expect.arrayContaining([
				'README.md',
				'LICENSE.md',
				'api/openapi.yaml',
				`bin/${NAME}.js`,
				'service/src/db/sqlite/migrations/0040-search.sql',
			]),
		);
		expect(names.filter((name) => name.endsWith('.ts'))).toEqual([]);
	});

	it('starts in an empty folder, prints key, password and address, and reads pages', async () => {
		let printed = '';
		child = spawn(process.execPath, [join(installed, 'bin', `${NAME}.js`)], {
			cwd: folder,
			env: { ...process.env, PORT: '0', DATA_DIR: '', ALLOW_PRIVATE_ADDRESSES: '127.0.0.1' },
			stdio: ['ignore', 'pipe', 'inherit'],
		});
		child.stdout?.on('data', (chunk: Buffer) => (printed += chunk));
		const [, apiKey = '', password, baseUrl = ''] = await eventually(
			async () =>
				/^API key.*: (\S+)\nDashboard password.*: (\S+)\nWeb data .*: (\S+)$/m.exec(printed) ??
				undefined,
			() => `It printed only: ${printed}`,
		);
		expect(password).toMatch(/^\S{8,}$/);

		const styles = await fetch(new URL('/assets/pico.css', baseUrl));
		expect(await styles.text()).toContain('--pico-');

		const service = { baseUrl, apiKey };
		const { body } = await callService(service, 'POST', '/scrape', {
			urls: [{ url: `${site.url}/article` }],
		});
		const scrape = await waitForEnd(service, `/scrape/${Object(body).jobId}`);
		expect(JSON.stringify(scrape.body)).toContain('The harbour of Ostrand');

		const document = await fetch(`${baseUrl}/parse`, {
			method: 'POST',
			headers: { 'x-api-key': apiKey },
			body: uploadOf('ships.csv', 'Region,Ships\nNorth,12\n'),
		});
		expect(JSON.stringify(await document.json())).toContain('| North | 12 |');

		child.kill('SIGTERM');
		await once(child, 'exit');
		expect(child.exitCode).toBe(0);
		expect(existsSync(join(folder, 'web-data-extraction-data', 'service.db'))).toBe(true);
		expect(readdirSync(folder).sort()).toEqual(['node_modules', 'web-data-extraction-data']);
	});
});

function uploadOf(name: string, content: string): FormData {
	const form = new FormData();
	form.append('file', new Blob([content]), name);
	return form;
}
