import { describeNeverFound } from '../../../../nodes/shared/operations/hints';
import { growthOf, LINEAR } from '../../../support/growth';

/** Answers in which nothing but one field was found, of so many fields with names of their own. */
const wideAnswers = (size: number) => {
	const empty = Object.fromEntries(
		Array.from({ length: size }, (_f, index) => [`f${index}`, null]),
	);
	return [
		{ ...empty, found: 1 },
		{ ...empty, found: 2 },
	];
};

test('the cost is in proportion to the fields', async () => {
	const growth = await growthOf((size) => {
		const answers = wideAnswers(size);
		return () => describeNeverFound(answers);
	}, 500);
	expect(growth).toBeLessThan(LINEAR);
});

test('any number of fields is counted', () => {
	expect(() => describeNeverFound(wideAnswers(200_000))).not.toThrow();
});
