const { default: Sequencer } = require('@jest/test-sequencer');

/** The files that take the longest: they restart n8n or the service, wait, or work in n8n's editor. */
const LONGEST = new RegExp(
	[
		'e2e/(relay|trigger|editor|firstUse|start)',
		'contract/service-(browser/(loading|lists|actions)|crawl-pages|secrets|scrape|parse-formats|restart)',
		'postgres/\\w+',
		'unit/service-core/growth\\w*\\.stress',
	]
		.map((name) => `/test/${name}\\.test\\.ts$`)
		.join('|'),
);

/**
 * Starts the longest test files first, so that none of them goes on alone when all others have ended.
 * Jest knows how long a file takes only where it has run it before.
 */
module.exports = class extends Sequencer {
	/**
	 * @override
	 * @param {import('@jest/test-result').Test[]} tests
	 */
	async sort(tests) {
		const sorted = await super.sort(tests);
		const isLong = (/** @type {{ path: string }} */ { path }) => LONGEST.test(path);
		return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
	}
};
