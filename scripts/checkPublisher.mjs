/**
 * Refuses to publish while package.json names no publisher, or another version than the tag.
 *
 *   node scripts/checkPublisher.mjs [tag]
 */
import { findObstacles } from './lib/publish/publisher.mjs';
import { inRepository, readJson } from './lib/repository.mjs';

const obstacles = findObstacles(readJson(inRepository('package.json')), process.argv[2]);
if (obstacles.length > 0) {
	console.error(`This package cannot be published:\n${obstacles.join('\n')}`);
	process.exitCode = 1;
}
