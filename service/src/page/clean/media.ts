/// <reference lib="dom" />
import { resolveAddress } from '../document.ts';

/** Hosts whose embedded pages are videos; all other embedded pages are left out. */
const VIDEO_HOSTS =
	/^(www\.)?(youtube(-nocookie)?\.com|youtu\.be|player\.vimeo\.com|dailymotion\.com|player\.twitch\.tv)$/;

/** Replaces players by links to what they play. */
export function replaceMedia(document: Document, baseUrl: string): void {
	for (const player of document.querySelectorAll('video, audio, iframe[src], iframe[data-src]')) {
		const address = readMediaAddress(player, baseUrl);
		if (address === undefined) continue;
		const link = document.createElement('a');
		link.setAttribute('href', address);
		link.textContent = describePlayer(player);
		const paragraph = document.createElement('p');
		paragraph.append(link);
		player.replaceWith(paragraph);
	}
}

/** Address of what a player plays; undefined for embedded pages that are no players. */
export function readMediaAddress(player: Element, baseUrl: string): string | undefined {
	const source = player.getAttribute('src') ?? player.getAttribute('data-src');
	const inner = player.querySelector('source[src]')?.getAttribute('src');
	const address = resolveAddress(source ?? inner, baseUrl);
	if (address === undefined || player.nodeName !== 'IFRAME') return address;
	return VIDEO_HOSTS.test(new URL(address).hostname) ? address : undefined;
}

function describePlayer(player: Element): string {
	const name = player.getAttribute('title') ?? player.getAttribute('aria-label') ?? '';
	if (name.trim() !== '') return name.trim();
	return player.nodeName === 'AUDIO' ? 'Audio' : 'Video';
}
