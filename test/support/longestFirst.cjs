const { default: Sequencer } = require('@jest/test-sequencer');

/**
 * The files that take the longest, in the order in which they start: they restart n8n or the service, wait, or work
 * in n8n's editor. What mostly waits is beside what does not.
 */
const LONGEST = [
	'postgres/(postgresOutage|s3Outage)',
	'queue/queueMode',
	'e2e/(relay|trigger|editor|start)',
	'contract/service-(browser/(loading|lists|actions)|crawl-pages|secrets|scrape|parse-formats|restart)',
	'postgres/(startInOutage|fleet)',
	'contract/(nodes-crawl|service-(hostile|browser/late|dashboard-pick|crawl-account))',
	'unit/service-core/growth\\w*\\.stress',
	'unit/service-model/endpoints',
	'unit/service-crawl/(tabs|resume)',
	'unit/nodes/transport/overHttp',
	'documents/(pdfPictures|items)',
].map((name) => new RegExp(`/test/${name}\\.test\\.ts$`));

/** @param {import('@jest/test-result').Test} test */
const rankOf = ({ path }) => {
	const at = LONGEST.findIndex((name) => name.test(path));
	return at === -1 ? LONGEST.length : at;
};

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
		return sorted.toSorted((one, other) => rankOf(one) - rankOf(other));
	}
};
