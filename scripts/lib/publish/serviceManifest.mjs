/**
 * The package.json of the published service: that of its folder without what only development
 * needs, with the publisher's facts of the repository.
 *
 * @param {Record<string, unknown>} service package.json of the service's folder.
 * @param {Record<string, unknown>} repository package.json of the repository.
 * @returns {Record<string, unknown>}
 */
export function packageManifest(service, repository) {
	const kept = { ...service };
	delete kept['private'];
	delete kept['devDependencies'];
	const { author, homepage, repository: source } = repository;
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
	};
}
