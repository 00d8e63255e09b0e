import { readServerDelayMs } from '../../../../nodes/shared/transport/allowance';
import { anyText, fc } from '../../../support/properties';

const NOW_MS = Date.UTC(2026, 0, 5, 12, 0, 0);

describe('whatever an answer says', () => {
	test('a pause is unknown, or a time that can be waited', () => {
		const said = fc.oneof(
			anyText(),
			fc.double().map(String),
			fc.bigInt().map(String),
			fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
			fc.constantFrom('1e400', '0x10', '٣', '1_000', '+5', '- 5', '5,5', 'NaN'),
		);
		const answers = fc.record({
			status: fc.constantFrom(429, 500, 503),
			headers: fc.dictionary(
				fc.constantFrom('retry-after', 'ratelimit-reset', 'ratelimit-remaining'),
				said,
			),
			body: fc.oneof(fc.jsonValue(), fc.record({ retry_after: fc.oneof(said, fc.double()) })),
		});
		fc.assert(
			fc.property(answers, (answer) => {
				const delayMs = readServerDelayMs(answer, NOW_MS);
				if (delayMs !== undefined) {
					expect(Number.isFinite(delayMs)).toBe(true);
					expect(delayMs).toBeGreaterThanOrEqual(0);
				}
			}),
			{ numRuns: 3_000 },
		);
	});
});
