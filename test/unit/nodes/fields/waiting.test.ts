import { estimateOption } from '../../../../nodes/Scrape/demand';
import { readShownParts, readSimplify } from '../../../../nodes/shared/fields/results';
import { readAddedFlag, InputError } from '../../../../nodes/shared/items/parameterValues';
import { readRunLimits, readWaiting } from '../../../../nodes/shared/fields/waiting';

test('how to wait has defaults', () => {
	expect(readWaiting({ waitForCompletion: true }, 300)).toEqual({
		isWaitedFor: true,
		timeoutSeconds: 300,
		onTimeout: 'fail',
	});
});

test('how to wait is read from the options', () => {
	const values = { waitForCompletion: false, options: { timeout: 20, onTimeout: 'return' } };
	expect(readWaiting(values, 300)).toEqual({
		isWaitedFor: false,
		timeoutSeconds: 20,
		onTimeout: 'return',
	});
});

test.each([
	['Timeout', { timeout: 0 }],
	['Timeout', { timeout: -5 }],
	['Timeout', { timeout: 'long' }],
	['On Timeout', { onTimeout: 'explode' }],
	['On Timeout', { onTimeout: 7 }],
])("'%s' is named when it is %j", (field, options) => {
	const read = () => readWaiting({ waitForCompletion: true, options }, 300);
	expect(read).toThrow(InputError);
	expect(read).toThrow(`'${field}' is`);
});

describe.each([[undefined], [null], [''], ['  ']])(
	'a toggle whose expression gives %j',
	(nothing) => {
		const { cancelOnStop } = readRunLimits({ options: { cancelOnStop: nothing } }, { jobs: 1 });

		test.each([
			['Wait for Completion', readWaiting({ waitForCompletion: nothing }, 60).isWaitedFor],
			['Simplify', readSimplify({ simplify: nothing })],
			['Cancel Jobs on Stop', cancelOnStop],
			['Estimate Only', readAddedFlag({ estimateOnly: nothing }, estimateOption)],
		])('is what %s is by default', (_label, isOn) => {
			expect(isOn).toBe(true);
		});

		test('is off where that is the default', () => {
			const { rows } = readShownParts({ options: { flattenRows: nothing } }, 'Page');
			expect(rows.isFlat).toBe(false);
		});
	},
);

describe.each(['maxJobs', 'maxCredits'])('the guard %s', (name) => {
	test.each([[null], [''], ['  '], [undefined], [0], ['0'], [-1], ['many']])(
		'fails closed when it is %j',
		(value) => {
			const read = () => readRunLimits({ options: { [name]: value } }, { jobs: 1 });
			expect(read).toThrow(InputError);
			expect(read).toThrow(/^'Max (Jobs|Credits)' is /);
		},
	);

	test('is no limit while it is not added', () => {
		expect(readRunLimits({ options: {} }, { jobs: 5_000 })).toMatchObject({ maxCredits: Infinity });
	});
});
