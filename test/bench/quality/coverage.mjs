import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { findChromium } from '../../../service/src/browser/pool/chromium.ts';
import { toTable } from '../table.mjs';
import { servePage } from './servePage.mjs';
import { countEach, lettersOf } from './text.mjs';

/** Pages that are read at a time. */
const CONCURRENCY = 4;

/**
 * Compares the Markdown of whole pages with what the browser itself shows of them, its `innerText`: which
 * words are lost. Fields of forms are no text of a page.
 * @param {import('../localService.mjs').LocalService} service
 * @param {string} folder Holds saved pages (HTML, gzip).
 * @param {(page: { fileName: string, lost: string[], words: number }) => void} [onPage]
 * @returns {Promise<string>} A Markdown table.
 */
export async function measureCoverage(service, folder, onPage) {
	const { path } = await findChromium(process.env['CHROMIUM_PATH'] || undefined);
	const browser = await chromium.launch({
		executablePath: path,
		args: ['--disable-gpu'],
		chromiumSandbox: process.getuid?.() !== 0,
	});
	const fileNames = (await readdir(folder)).sort();
	const waiting = fileNames.values();
	const sums = { words: 0, lost: 0, whole: 0 };
	try {
		await Promise.all(Array.from({ length: CONCURRENCY }, compareWaiting));
	} finally {
		await browser.close();
	}
	const row = [
		`${fileNames.length} pages`,
		String(sums.words),
		`${((100 * sums.lost) / sums.words).toFixed(2)} %`,
		String(sums.whole),
	];
	return toTable(['Visible text', 'words', 'lost', 'pages without a loss'], [row]);

	async function compareWaiting() {
		for (const fileName of waiting) {
			const page = await servePage(await readFile(join(folder, fileName)));
			try {
				const shown = wordsOf(await readShown(browser, page.url));
				const markdown = await readMarkdown(service, page.url);
				const lost = listLost(shown, withoutAddresses(markdown));
				sums.words += shown.length;
				sums.lost += lost.length;
				sums.whole += lost.length === 0 ? 1 : 0;
				onPage?.({ fileName, lost, words: shown.length });
			} finally {
				page.close();
			}
		}
	}
}

/**
 * @param {import('playwright-core').Browser} browser
 * @param {string} url
 */
async function readShown(browser, url) {
	const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
	try {
		await page.goto(url);
		return await page.locator('body').evaluate((body) => {
			for (const field of body.querySelectorAll('select, textarea')) field.remove();
			return 'innerText' in body ? String(body.innerText) : '';
		});
	} finally {
		await page.close();
	}
}

/**
 * @param {import('../localService.mjs').LocalService} service
 * @param {string} url
 * @returns {Promise<string>}
 */
async function readMarkdown(service, url) {
	const { jobId } = await service.submit('/scrape', { urls: [{ url }] });
	const job = await service.waitForEnd(`/scrape/${jobId}`);
	return job.result.data[0].markdownContent;
}

/** @param {string} text */
function wordsOf(text) {
	return (
		text
			.normalize('NFKC')
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

/** @param {string} markdown */
function withoutAddresses(markdown) {
	return markdown.replace(/\]\([^()\s]*(?:\([^()\s]*\)[^()\s]*)*\)/g, '] ').replaceAll('<br>', ' ');
}

/**
 * Words that are not in a text as often as wanted. What is shown without a blank between two elements is
 * no word of the page: such a one is found by its letters.
 * @param {string[]} wanted
 * @param {string} text
 */
function listLost(wanted, text) {
	const left = countEach(wordsOf(text));
	const letters = lettersOf(text);
	return wanted.filter((word) => {
		const count = left.get(word);
		if (count === undefined) return !letters.includes(word);
		left.set(word, count - 1);
		return count <= 0;
	});
}
