import { runChecks } from '../../../scripts/lib/checks/runChecks.mjs';
import { FAILED, PASSED, without } from '../../../scripts/lib/checks/tally.mjs';

let lines: string[];

beforeEach(() => {
	lines = [];
	jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line));
});

describe('The checks of npm test', () => {
	test('run one after the other', async () => {
		const events: string[] = [];
		const check = (name: string) => ({
			name,
			async run() {
				events.push(`${name} begins`);
				await new Promise((resolve) => setImmediate(resolve));
				events.push(`${name} ends`);
				return PASSED;
			},
		});

		expect(await runChecks([check('lint'), check('tests')])).toBe(true);
		expect(events).toEqual(['lint begins', 'lint ends', 'tests begins', 'tests ends']);
	});

	test('all run though one fails or throws, and the last line is the sum', async () => {
		const broken = async () => await Promise.reject(new Error('No browser'));
		const isAllRight = await runChecks([
			{ name: 'lint', run: async () => await Promise.resolve(FAILED) },
			{ name: 'contract', run: broken },
			{ name: 'unit', run: async () => await Promise.resolve({ passed: 7, failed: 0 }) },
		]);

		expect(isAllRight).toBe(false);
		expect(lines).toContain('No browser');
		expect(lines.at(-1)).toMatch(/\n\n7 passed, 2 failed$/);
	});

	test('say which part the machine cannot run, and do not count it', async () => {
		const run = async () => await Promise.resolve(without(PASSED, 'On Postgres', 'npm has none'));

		expect(await runChecks([{ name: 'contract', run }])).toBe(true);
		expect(lines).toContainEqual(
			expect.stringMatching(
				/^✓ contract: 1 passed, 0 failed .*\n– On Postgres NOT RUN, because npm has none$/,
			),
		);
		expect(lines.at(-1)).toMatch(/\n\n1 passed, 0 failed$/);
	});
});
