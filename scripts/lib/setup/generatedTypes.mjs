import { runChild } from '../children.mjs';
import { node24Path } from '../node24.mjs';
import { inDataFolder, inRepository, repositoryFolder } from '../repository.mjs';

/**
 * Generates the types of the API contract where they are missing or older than it.
 * @returns {Promise<void>}
 */
export async function setUpGeneratedTypes() {
	await runChild({
		name: 'Generating the types of api/openapi.yaml',
		command: node24Path,
		args: [inRepository('scripts/generate.mjs')],
		cwd: repositoryFolder,
		logFile: inDataFolder('logs/setup-types.log'),
	});
}
