import { createPagesUnderWay } from '../../../service/src/crawl/run/pageRecorder.ts';

describe('the pages under way', () => {
	afterEach(() => jest.useRealTimers());

	it('are listed in the order they were opened, also those of one millisecond', () => {
		jest.useFakeTimers({ now: 1_000 });
		const underWay = createPagesUnderWay('crawl', () => undefined);
		const open = (requestUrl: string) => underWay.begin({ requestUrl, depth: 0 }).createdAtMs;
		const opened = ['/a', '/b', '/c'].map(open);
		jest.setSystemTime(2_000);
		expect([...opened, open('/d')]).toEqual([1_000, 1_001, 1_002, 2_000]);
	});
});
