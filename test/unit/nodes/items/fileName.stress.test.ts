import { pageNames } from '../../../../nodes/shared/items/fileName';
import { growthOf, LINEAR } from '../../../support/growth';

test('naming pages costs in proportion, also when all have one address', async () => {
	const growth = await growthOf((size) => {
		const urls = Array<string>(size).fill('https://a.test/same');
		return () => pageNames(urls);
	}, 500);
	expect(growth).toBeLessThan(LINEAR);
});
