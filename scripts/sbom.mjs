/**
 * `npm run sbom`: writes what users of the service install to .data/sbom/service.cdx.json, in CycloneDX,
 * as the lockfile has it. The nodes bring no package along. npm's own `npm sbom` refuses a tree in which
 * developers' packages disagree about a peer, and with `--omit dev` leaves out what those need, too.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { runProgram } from './lib/program.mjs';
import { inRepository, readJson } from './lib/repository.mjs';

/**
 * @typedef {object} Locked
 * @property {string} version
 * @property {string} [license]
 * @property {string} [integrity]
 * @property {boolean} [dev]
 * @property {boolean} [link]
 */

/**
 * @param {string} path
 * @param {Locked} locked
 */
function toComponent(path, { version, license, integrity = '' }) {
	const name = path.split('node_modules/').at(-1) ?? '';
	const [algorithm, digest = ''] = integrity.split('-');
	return {
		type: 'library',
		name,
		version,
		purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
		...(license && { licenses: [{ expression: license }] }),
		...(algorithm === 'sha512' && {
			hashes: [{ alg: 'SHA-512', content: Buffer.from(digest, 'base64').toString('hex') }],
		}),
	};
}

runProgram(async () => {
	/** @type {{ packages: Record<string, Locked> }} */
	const { packages } = readJson(inRepository('package-lock.json'));
	const { name, version } = readJson(inRepository('service/package.json'));
	const components = Object.entries(packages)
		.filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
		.map(([path, locked]) => toComponent(path, locked));
	const bill = {
		bomFormat: 'CycloneDX',
		specVersion: '1.5',
		version: 1,
		metadata: { component: { type: 'application', name, version } },
		components,
	};
	await mkdir(inRepository('.data/sbom'), { recursive: true });
	const file = inRepository('.data/sbom/service.cdx.json');
	await writeFile(file, `${JSON.stringify(bill, undefined, '\t')}\n`);
	console.log(`${file}: ${components.length} packages`);
	return 0;
});
