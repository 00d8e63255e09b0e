import { inDataFolder, inRepository, readJson } from './repository.mjs';

/** @returns {string} The packed package, as it would be published. */
export function packageTarball() {
	const { name, version } = readJson(inRepository('package.json'));
	return inDataFolder('package', `${name}-${version}.tgz`);
}
