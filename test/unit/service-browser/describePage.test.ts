import { describeMissing } from '../../../service/src/browser/describePage.ts';

const WHOLE = {
	ending: 'whole' as const,
	unreadFrames: [],
	reloadingFrames: [],
	isOutgrown: false,
	hasUnreadPart: false,
	isAddressLeftOut: false,
};

it('says nothing of a page that was read whole', () => {
	expect(describeMissing('U', WHOLE)).toEqual([]);
});

it('names frames that were not read, and those that were stopped', () => {
	const unreadFrames = ['A', 'B', 'C', 'D'];
	expect(describeMissing('U', { ...WHOLE, unreadFrames, reloadingFrames: ['E'] })).toEqual([
		'U: 4 frames were not read: A, B, C, …',
		'U: 1 frame was stopped because of endless reloads: E',
	]);
});
