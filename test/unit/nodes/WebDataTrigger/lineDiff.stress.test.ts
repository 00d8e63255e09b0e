import { diffLines } from '../../../../nodes/WebDataTrigger/pageChanged/pageVersion';
import { growthOf, LINEAR } from '../../../support/growth';

test('lists are compared in proportion to their length', async () => {
	const growth = await growthOf((size) => {
		const before = Array.from({ length: size }, (_line, index) => `old ${index}`);
		const after = [...Array.from({ length: size }, (_line, index) => `new ${index}`), 'old 7'];
		return () => diffLines(before, after);
	}, 1_000);
	expect(growth).toBeLessThan(LINEAR);
});
