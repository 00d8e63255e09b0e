import { describeUnstated } from '../../packages/fields/src/model/unstatedValues.ts';

const INVOICE = `# Invoice

Invoice date: 14 March 2026

| Item | Qty | Amount |
| --- | --- | --- |
| Desk Lamp | 4 | 199.60 |

Total: EUR 1.234,50 for Anna **Berg**, 12 weeks, 3 000 km`;

describe('values of an answer that its document does not say', () => {
	it('are named by their fields', () => {
		const answer = {
			total: 1234.05,
			customer: 'Bo Lind',
			items: [
				{ item: 'Desk Lamp', amount: 199.6 },
				{ item: 'Office Chair', amount: 5 },
			],
			date: '2025-03-14',
		};
		expect(describeUnstated(answer, INVOICE, {})).toBe(
			'These values from the model do not appear in the document; check them: total, customer, items[1].item, items[1].amount, date.',
		);
	});

	it('are none in another spelling, nor summaries, nor choices of the schema', () => {
		const answer = {
			total: 1234.5,
			quantity: 4,
			distance: 3000,
			weeks: 12,
			amount: 199.6,
			date: '2026-03-14',
			customer: 'ANNA BERG',
			kind: 'b2b',
			isPaid: false,
			note: null,
			summary:
				'A desk lamp was bought in the spring by somebody who lives at a pier, for a good deal of money.',
		};
		const schema = { properties: { kind: { enum: ['b2b', 'b2c'] } } };
		expect(describeUnstated(answer, INVOICE, schema)).toBeUndefined();
	});

	it('are named up to five, and counted', () => {
		expect(describeUnstated([91, 92, 93, 94, 95, 96, 97], INVOICE, {})).toContain(
			'[0], [1], [2], [3], [4] and 2 more.',
		);
	});
});
