import { redact } from '../../../../nodes/shared/transport/redact';

test.each([
	['as it is', 'No such page', [], 'No such page'],
	['without control characters', '\u001b[31mNo\r\n\tsuch page\u0000', [], '[31mNo such page'],
	['without blanks around it', '  No \n', [], 'No'],
	['without a secret, wherever it stands', 'k-1 and k-1', ['k-1'], '*** and ***'],
	['without any of several secrets', 'k-1 and k-2', ['k-2', 'k-1'], '*** and ***'],
	['without a secret in JSON', 'value "a\\"b c"', ['a"b c'], 'value "***"'],
	['without a secret in an address', '/?q=a%22b%20c&r=a%22b+c', ['a"b c'], '/?q=***&r=***'],
	['whole when a secret is empty', 'No', [''], 'No'],
])('text of the service is shown %s', (_label, text, secrets, expected) => {
	expect(redact(text, secrets)).toBe(expected);
});

test('text without secrets to hide stays whole', () => {
	expect(redact('Nothing to hide here')).toBe('Nothing to hide here');
});

test.each([
	[1_000, 'x'.repeat(1_000)],
	[1_001, `${'x'.repeat(1_000)}…`],
])('of %i characters at most 1,000 are shown', (length, expected) => {
	expect(redact('x'.repeat(length))).toBe(expected);
});
