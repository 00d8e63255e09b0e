import { WakeUps } from '../../../service/src/engine/wakeUps.ts';

/** Wake-ups on simulated time, and the lanes that were looked into. */
function createWakeUps() {
	const looked: string[] = [];
	return { looked, wakeUps: new WakeUps((lane) => looked.push(lane)) };
}

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test('a process that knows of no other looks at once, once for all jobs of a lane', () => {
	const { looked, wakeUps } = createWakeUps();
	wakeUps.announce(['scrape', 'scrape', 'parse.long']);
	jest.advanceTimersByTime(1);
	expect(looked).toEqual(['scrape', 'parse.long']);
});

test('what others have taken meanwhile is not looked for', () => {
	const { looked, wakeUps } = createWakeUps();
	wakeUps.announce(['scrape', 'scrape', 'search']);
	wakeUps.noteTaken('other', ['scrape', 'scrape']);
	jest.advanceTimersByTime(100);
	expect(looked).toEqual(['search']);
});

test('what others have taken a part of is looked for', () => {
	const { looked, wakeUps } = createWakeUps();
	wakeUps.announce(['scrape', 'scrape']);
	wakeUps.noteTaken('other', ['scrape']);
	jest.advanceTimersByTime(100);
	expect(looked).toEqual(['scrape']);
});

test('the more others there are the longer it waits, by chance and never long', () => {
	jest.spyOn(Math, 'random').mockReturnValue(0.5);
	const { looked, wakeUps } = createWakeUps();
	for (let at = 0; at < 4; at += 1) wakeUps.noteTaken(`other ${at}`, []);
	wakeUps.announce(['scrape']);
	jest.advanceTimersByTime(9);
	expect(looked).toEqual([]);
	jest.advanceTimersByTime(1);
	expect(looked).toEqual(['scrape']);
	wakeUps.announce(['scrape']);
	wakeUps.close();
	jest.advanceTimersByTime(100);
	expect(looked).toHaveLength(1);
});
