import type { OutputFile } from './outputItem';

/** Screenshots as files of an item: fields `screenshot`, `screenshot_2`, … */
export function screenshotFiles(links: readonly string[]): OutputFile[] {
	return links.map((url, index) => {
		const field = index === 0 ? 'screenshot' : `screenshot_${index + 1}`;
		return { field, url, fileName: `${field}.png`, mimeType: 'image/png' };
	});
}
