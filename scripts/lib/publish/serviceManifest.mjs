/** @typedef {Record<string, unknown>} Manifest A package.json. */

const SCOPE = '@web-data-extraction/';

/**
 * The package.json of the published service: that of its folder without what only development
 * needs, with the publisher's facts of the repository. The packages that it is made of come inside it;
 * the libraries that these need are the service's own there.
 *
 * @param {Manifest} service package.json of the service's folder.
 * @param {Manifest} repository package.json of the repository.
 * @param {Manifest[]} packages package.json of each package of the repository.
 * @returns {Manifest}
 */
export function serviceManifest(service, repository, packages) {
	const kept = { ...service };
	delete kept['private'];
	delete kept['devDependencies'];
	const { author, homepage, repository: source } = repository;
	const all = [service, ...packages];
	return {
		...kept,
		author,
		homepage,
		repository: source,
		bin: {
			'web-data-extraction-service': 'bin/web-data-extraction-service.js',
			'web-data-extraction-backup': 'bin/web-data-extraction-backup.js',
			'web-data-extraction-keys': 'bin/web-data-extraction-keys.js',
		},
		dependencies: {
			...mergeRanges(all, 'dependencies'),
			...Object.fromEntries(packages.map(({ name, version }) => [name, version])),
		},
		optionalDependencies: mergeRanges(all, 'optionalDependencies'),
		bundleDependencies: packages.map(({ name }) => name),
	};
}

/**
 * The package.json of a package inside the published service, where its code is JavaScript.
 *
 * @param {Manifest} manifest
 * @returns {Manifest}
 */
export function bundledManifest({ name, version, license, type, exports }) {
	const doors = Object.entries(/** @type {Record<string, string>} */ (exports));
	return {
		name,
		version,
		license,
		type,
		exports: Object.fromEntries(doors.map(([door, file]) => [door, file.replace(/\.ts$/, '.js')])),
	};
}

/**
 * The libraries of several packages, each in the one range that all of them state.
 *
 * @param {Manifest[]} manifests
 * @param {'dependencies' | 'optionalDependencies'} kind
 * @returns {Record<string, string>}
 */
function mergeRanges(manifests, kind) {
	/** @type {Record<string, string>} */
	const ranges = {};
	for (const { name: user, [kind]: needed = {} } of manifests) {
		for (const [name, range] of Object.entries(/** @type {Record<string, string>} */ (needed))) {
			if (name.startsWith(SCOPE)) continue;
			if (ranges[name] !== undefined && ranges[name] !== range) {
				throw new Error(`${user} needs ${name} ${range}, another package ${ranges[name]}.`);
			}
			ranges[name] = range;
		}
	}
	return Object.fromEntries(Object.entries(ranges).sort(([a], [b]) => (a < b ? -1 : 1)));
}
