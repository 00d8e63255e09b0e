import {
	describeCandidate,
	readCandidates,
} from '../../../service/src/browser/targets/candidates.ts';
import { matchTargets } from '../../../service/src/browser/targets/matchTargets.ts';
import { growthOf, LINEAR } from '../../support/growth';

/** A shop in the form of playwright's accessibility snapshot. */
const SNAPSHOT = [
	{
		role: 'generic',
		ref: 'e1',
		children: [
			{
				role: 'navigation',
				ref: 'e2',
				children: [
					{ role: 'link', name: 'Shop', ref: 'home' },
					{ role: 'link', name: 'Login', ref: 'nav-login' },
					{ role: 'link', name: 'Cart (2)', ref: 'cart' },
				],
			},
			{
				role: 'list',
				ref: 'e3',
				children: ['Kettle', 'Toaster', 'Mixer'].map((name) => ({
					role: 'listitem',
					ref: `item-${name}`,
					children: [
						{ role: 'heading', name, ref: `heading-${name}` },
						{ role: 'link', name, ref: `link-${name}` },
						{ role: 'button', name: 'Add to cart', ref: `add-${name}` },
					],
				})),
			},
			{ role: 'button', name: 'Delete account', ref: 'delete-off', disabled: true },
			{ role: 'generic', text: 'Load more', ref: 'more', cursor: 'pointer' },
			{ role: 'paragraph', text: 'Sign in to see prices and to order kettles', ref: 'text' },
			{
				role: 'form',
				name: 'Sign in',
				ref: 'form',
				children: [
					{ role: 'textbox', name: 'User', ref: 'user' },
					{ role: 'checkbox', name: 'I agree to the terms', ref: 'terms' },
					{ role: 'button', name: 'Sign in', ref: 'submit' },
				],
			},
			{
				role: 'generic',
				ref: 'banner',
				children: [
					'We use cookies',
					{ role: 'button', name: 'Accept', ref: 'accept-some' },
					{ role: 'button', name: 'Accept all', ref: 'accept' },
					{ role: 'button', name: 'Reject all', ref: 'reject' },
				],
			},
			{ role: 'button', ref: 'icon', children: [{ role: 'img', name: 'Search', ref: 'icon-img' }] },
			{ role: 'link', name: '›', ref: 'next' },
		],
	},
];

const CANDIDATES = readCandidates(SNAPSHOT);
const choose = (description: string) => matchTargets(description, CANDIDATES)[0]?.candidate.ref;

describe('An element described in plain words', () => {
	it.each([
		['Shop', 'home'],
		['the Login link', 'nav-login'],
		['the sign in button', 'submit'],
		['log in button of the form', 'submit'],
		['"Sign in"', 'submit'],
		['Add to cart', 'add-Kettle'],
		['the add to cart button of the toaster', 'add-Toaster'],
		['the second "Add to cart" button', 'add-Toaster'],
		['the last add to cart button', 'add-Mixer'],
		['Add to cart of the mixer', 'add-Mixer'],
		['the Toaster link', 'link-Toaster'],
		['load more', 'more'],
		['accept cookies', 'accept-some'],
		['Accept all', 'accept'],
		['the accept all button', 'accept'],
		['Reject all cookies', 'reject'],
		['the terms checkbox', 'terms'],
		['search icon', 'icon'],
		['cart in the navigation', 'cart'],
	])('"%s" means %s', (description, ref) => {
		expect(choose(description)).toBe(ref);
	});

	it.each(['the purple elephant', 'newsletter', 'the sign in button of the penguin', ''])(
		'"%s" means none',
		(description) => {
			expect(choose(description)).toBeUndefined();
		},
	);

	it('is beyond doubt when the element is called exactly so, and not otherwise', () => {
		expect(matchTargets('Load more', CANDIDATES)[0]?.isExact).toBe(true);
		expect(matchTargets('accept cookies', CANDIDATES)[0]?.isExact).toBe(false);
	});
});

describe('Candidates of a page', () => {
	it('are told apart by what stands around them', () => {
		const add = CANDIDATES.filter(({ name }) => name === 'Add to cart').map(describeCandidate);
		expect(add[1]).toBe('button "Add to cart" in listitem "Toaster Toaster Add to cart"');
	});

	it('know whether they are switched off and whether they react', () => {
		const find = (ref: string) => CANDIDATES.find((candidate) => candidate.ref === ref);
		expect(find('delete-off')).toMatchObject({ isDisabled: true, isInteractive: true });
		expect(find('more')).toMatchObject({ isDisabled: false, isInteractive: true });
		expect(find('text')).toMatchObject({ isInteractive: false });
	});

	it.each([undefined, null, 'text', 7, {}, [{}], [{ role: 'button' }]])(
		'are none in %j',
		(snapshot) => {
			expect(readCandidates(snapshot)).toEqual([]);
		},
	);
});

describe('a page made to take long', () => {
	/** So many parts, each inside the one before. */
	const nest = (depth: number, inner: object): object =>
		depth === 0
			? inner
			: { role: 'listitem', ref: `e${depth}`, children: [nest(depth - 1, inner)] };
	const text = (length: number) => ({ role: 'text', text: 'buy now '.repeat(length / 8) });

	it.each([
		['a long text under many levels', (size: number) => [nest(size / 4, text(1_000 * size))]],
		[
			'many texts under many levels',
			(size: number) => [nest(size / 4, { children: Array(40 * size).fill(text(80)) })],
		],
		[
			'many elements of many words',
			(size: number) =>
				Array.from({ length: 50 * size }, (_, index) => ({
					role: 'button',
					ref: `b${index}`,
					name: `${'buy the new kettle '.repeat(20)}${index}`,
				})),
		],
	])('by %s is read and compared in proportion to its size', async (_name, write) => {
		const growth = await growthOf(
			(size) => {
				const snapshot = write(size);
				return () => matchTargets('the button to buy a kettle now', readCandidates(snapshot));
			},
			128,
			256,
		);
		expect(growth).toBeLessThan(LINEAR);
	});
});
