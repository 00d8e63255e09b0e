import { EventEmitter } from 'node:events';
import { BrowserLeases } from '../../../service/src/browser/pool/browserLeases.ts';

/** As much of a browser as leases use. */
class StandInBrowser extends EventEmitter {
	isClosed = false;

	close(): Promise<void> {
		this.isClosed = true;
		this.emit('disconnected');
		return Promise.resolve();
	}
}

function createLeases(pagesPerBrowser = 100) {
	const browsers: StandInBrowser[] = [];
	const leases = new BrowserLeases(async () => {
		const browser = new StandInBrowser();
		browsers.push(browser);
		return browser;
	}, pagesPerBrowser);
	return { browsers, leases };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('Leases of a browser', () => {
	it('start no browser before one is wanted, and one for all that come at once', async () => {
		const { browsers, leases } = createLeases();
		expect(browsers).toHaveLength(0);
		const [one, other] = await Promise.all([leases.acquire(), leases.acquire()]);
		expect(one.browser).toBe(other.browser);
		expect(browsers).toHaveLength(1);
	});

	it('get a fresh browser after one has died', async () => {
		const { browsers, leases } = createLeases();
		await leases.acquire();
		browsers[0]?.emit('disconnected');
		const { browser } = await leases.acquire();
		expect(browser).toBe(browsers[1]);
	});

	it('get a fresh browser after one was discarded, and the old one ends at once', async () => {
		const { browsers, leases } = createLeases();
		const lease = await leases.acquire();
		lease.discard();
		expect(browsers[0]?.isClosed).toBe(true);
		expect((await leases.acquire()).browser).toBe(browsers[1]);
	});

	it('replace a browser that has served its pages, but let its users finish', async () => {
		const { browsers, leases } = createLeases(2);
		const first = await leases.acquire();
		const second = await leases.acquire();
		const third = await leases.acquire();
		expect(second.browser).toBe(first.browser);
		expect(third.browser).not.toBe(first.browser);
		first.release();
		expect(browsers[0]?.isClosed).toBe(false);
		second.release();
		expect(browsers[0]?.isClosed).toBe(true);
		expect(browsers[1]?.isClosed).toBe(false);
	});

	it('try again after a browser could not be started', async () => {
		let starts = 0;
		const leases = new BrowserLeases(async () => {
			starts++;
			if (starts === 1) throw new Error('no memory');
			return new StandInBrowser();
		}, 100);
		await expect(leases.acquire()).rejects.toThrow('no memory');
		await tick();
		await expect(leases.acquire()).resolves.toBeDefined();
	});

	it('end every browser when they close', async () => {
		const { browsers, leases } = createLeases(1);
		await leases.acquire();
		await leases.acquire();
		await leases.close();
		expect(browsers.map(({ isClosed }) => isClosed)).toEqual([true, true]);
	});
});
