import {
	browserPlaces,
	offerDownload,
	type DownloadOffer,
} from '../../../service/src/browser/pool/chromium';

describe('an installed browser is looked for', () => {
	it('on macOS among the applications of everybody and of the user, Chrome first', () => {
		const places = browserPlaces({ platform: 'darwin', environment: {}, home: '/Users/anna' });
		expect(places).toEqual([
			'/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
			'/Users/anna/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
			'/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
			'/Users/anna/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
			'/Applications/Chromium.app/Contents/MacOS/Chromium',
			'/Users/anna/Applications/Chromium.app/Contents/MacOS/Chromium',
		]);
	});

	it('on Windows in the program folders that it names', () => {
		const environment = {
			PROGRAMFILES: 'D:\\Programs',
			LOCALAPPDATA: 'C:\\Users\\anna\\AppData\\Local',
		};
		expect(browserPlaces({ platform: 'win32', environment, home: 'C:\\Users\\anna' })).toEqual([
			'D:\\Programs\\Google\\Chrome\\Application\\chrome.exe',
			'C:\\Users\\anna\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe',
			'D:\\Programs\\Microsoft\\Edge\\Application\\msedge.exe',
			'C:\\Users\\anna\\AppData\\Local\\Microsoft\\Edge\\Application\\msedge.exe',
			'D:\\Programs\\Chromium\\Application\\chrome.exe',
			'C:\\Users\\anna\\AppData\\Local\\Chromium\\Application\\chrome.exe',
		]);
	});

	it('on Linux where packages put Chrome, Edge and Chromium', () => {
		const places = browserPlaces({ platform: 'linux', environment: {}, home: '/home/anna' });
		expect(places).toEqual([
			'/opt/google/chrome/chrome',
			'/opt/microsoft/msedge/msedge',
			'/usr/bin/chromium',
			'/usr/bin/chromium-browser',
		]);
	});
});

describe('the download of a browser', () => {
	const offer = (parts: Partial<DownloadOffer>) => {
		const download = jest.fn(async () => undefined);
		const isDone = offerDownload({
			isBrowserThere: false,
			isAgreed: false,
			ask: undefined,
			download,
			...parts,
		});
		return { isDone, download };
	};

	it('is not offered where there is a browser', async () => {
		const ask = jest.fn(async () => 'y');
		const { isDone, download } = offer({ isBrowserThere: true, isAgreed: true, ask });
		expect(await isDone).toBe(false);
		expect(ask).not.toHaveBeenCalled();
		expect(download).not.toHaveBeenCalled();
	});

	it.each(['y', 'Yes', ' yes '])('is done on the answer "%s"', async (answer) => {
		const ask = jest.fn(async () => answer);
		const { isDone, download } = offer({ ask });
		expect(await isDone).toBe(true);
		expect(ask).toHaveBeenCalledWith(expect.stringContaining('Download Chromium'));
		expect(download).toHaveBeenCalledTimes(1);
	});

	it.each(['', 'n', 'maybe'])('is not done on the answer "%s"', async (answer) => {
		const { isDone, download } = offer({ ask: async () => answer });
		expect(await isDone).toBe(false);
		expect(download).not.toHaveBeenCalled();
	});

	it('is done without a question when that was agreed', async () => {
		const ask = jest.fn(async () => 'n');
		const { isDone, download } = offer({ isAgreed: true, ask });
		expect(await isDone).toBe(true);
		expect(ask).not.toHaveBeenCalled();
		expect(download).toHaveBeenCalledTimes(1);
	});

	it('is not done where nobody can answer', async () => {
		const { isDone, download } = offer({});
		expect(await isDone).toBe(false);
		expect(download).not.toHaveBeenCalled();
	});
});
