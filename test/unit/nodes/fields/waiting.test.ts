import { InputError } from '../../../../nodes/shared/items/inputError';
import { readWaiting } from '../../../../nodes/shared/fields/waiting';

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
