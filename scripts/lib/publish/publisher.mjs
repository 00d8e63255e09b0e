/**
 * The facts of a package.json that only its publisher knows.
 * @typedef {object} PublisherFacts
 * @property {string} version
 * @property {{ name: string, email: string }} author
 * @property {string} homepage
 * @property {{ url: string }} repository
 */

/** What stands in a checkout that nobody has published from. */
const PLACEHOLDER = /set by the publisher|\bexample\.(com|org|net)\b/i;

/**
 * @param {PublisherFacts} facts Of package.json.
 * @param {string} [tag] The tag that is published, such as "v0.2.0". Default: any.
 * @returns {string[]} What stands against publishing, one sentence each.
 */
export function findObstacles({ version, author, homepage, repository }, tag = `v${version}`) {
	const facts = {
		'author.name': author.name,
		'author.email': author.email,
		homepage,
		'repository.url': repository.url,
	};
	const obstacles = Object.entries(facts)
		.filter(([, value]) => PLACEHOLDER.test(value))
		.map(([name, value]) => `${name} in package.json is still "${value}": set your own.`);
	if (tag !== `v${version}`) {
		obstacles.push(`The tag is ${tag}, but package.json says ${version}.`);
	}
	return obstacles;
}
