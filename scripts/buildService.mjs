/**
 * Compiles the service into a package of its own, `.data/service-package`, ready for `npm pack` and
 * `npm publish`: Node.js runs TypeScript from a checkout, but not from an installed package.
 */
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { runChild } from './lib/children.mjs';
import { runProgram } from './lib/program.mjs';
import { bundledManifest, serviceManifest } from './lib/publish/serviceManifest.mjs';
import { inDataFolder, inRepository, readJson } from './lib/repository.mjs';
import { setUpGeneratedTypes } from './lib/setup/generatedTypes.mjs';

const folder = inDataFolder('service-package');
const typescript = inRepository('node_modules/typescript-native/bin/tsc');

runProgram(async () => {
	rmSync(folder, { recursive: true, force: true });
	await setUpGeneratedTypes();
	await runChild({
		name: 'Compiling the service',
		command: process.execPath,
		// Types are checked by `npm run lint`.
		args: [typescript, '-p', inRepository('service/tsconfig.package.json'), '--noCheck'],
	});
	// The contract's types compile to an empty file that nothing loads.
	rmSync(`${folder}/api`, { recursive: true });
	cpSync(inRepository('api/openapi.yaml'), `${folder}/api/openapi.yaml`);
	cpSync(inRepository('service/bin'), `${folder}/bin`, { recursive: true });
	cpSync(inRepository('service/src'), `${folder}/service/src`, {
		recursive: true,
		filter: (file) => !file.endsWith('.ts') && !file.endsWith('.md'),
	});
	cpSync(inRepository('service/README.md'), `${folder}/README.md`);
	cpSync(inRepository('LICENSE.md'), `${folder}/LICENSE.md`);
	const packages = readdirSync(`${folder}/packages`).map((name) => ({
		name,
		manifest: readJson(inRepository(`packages/${name}/package.json`)),
	}));
	mkdirSync(`${folder}/node_modules/@web-data-extraction`, { recursive: true });
	for (const { name, manifest } of packages) {
		const place = `${folder}/node_modules/@web-data-extraction/${name}`;
		renameSync(`${folder}/packages/${name}`, place);
		writeManifest(place, bundledManifest(manifest));
	}
	rmSync(`${folder}/packages`, { recursive: true });
	writeManifest(
		folder,
		serviceManifest(
			readJson(inRepository('service/package.json')),
			readJson(inRepository('package.json')),
			packages.map(({ manifest }) => manifest),
		),
	);
	return 0;
});

/**
 * @param {string} place
 * @param {Record<string, unknown>} manifest
 */
function writeManifest(place, manifest) {
	writeFileSync(`${place}/package.json`, `${JSON.stringify(manifest, null, '\t')}\n`);
}
