/**
 * In place of test/support/growth.ts: how the cost grows is not measured for each change.
 * @type {typeof import('../support/growth').growthOf}
 */
exports.growthOf = async (prepare, size) => {
	await prepare(size)();
	return 1;
};

exports.LINEAR = 32;
