import type { FastifyBaseLogger } from 'fastify';

/** How long the database may take at a start before this is reported. */
const START_PATIENCE_MS = 3_000;

/** Does what takes long only with much data of an older version; until then requests are not answered. */
export async function sayIfLong<Result>(
	log: FastifyBaseLogger,
	work: () => Promise<Result>,
): Promise<Result> {
	const timer = setTimeout(
		() =>
			log.info(
				'the database takes long; one of an older version is rewritten, which takes a minute or two per gigabyte',
			),
		START_PATIENCE_MS,
	);
	try {
		return await work();
	} finally {
		clearTimeout(timer);
	}
}
