import type { Challenge } from './challenge.ts';

/** Waiting rooms let in a few readers at a time. Their screens poll automatically, and lead nowhere else. */

const LONGEST_ROOM_CHARACTERS = 1_000;

/** What they say, by language: where the reader is, and how long the wait may take. */
const PLACES: readonly RegExp[] = [
	/\b(?:(?:now |currently )?in (?:the |a |our )?(?:virtual )?(?:line|queue|waiting room)|(?:virtual )?waiting room|(?:place|position|number) in (?:the )?(?:line|queue)|queue number)\b/i,
	/\b(?:warteraum|wartezimmer|warteschlange)\b/i,
	/\b(?:salle|file) d['’]attente\b/i,
	/\b(?:sala de espera|(?:cola|fila) (?:virtual|de espera))/i,
	/\b(?:sala d['’]attesa|(?:coda|fila) (?:virtuale|d['’]attesa))/i,
	/\b(?:wachtkamer|wachtrij)\b/i,
	/(?:待合室|待機列|排队|排隊)/,
];
const DURATIONS: readonly RegExp[] = [
	/\b(?:wait(?:ing)? time|estimated (?:wait|time)|high (?:traffic|demand|volume)|(?:do not|don['’]t|will|automatically) refresh|(?:will be|automatically) (?:redirected|admitted|let in)|your turn)\b/i,
	/(?:wartezeit|automatisch (?:weitergeleitet|aktualisiert)|an der reihe|hohe[rsn]? (?:andrang|nachfrage))/i,
	/(?:temps d['’]attente|automatiquement (?:redirigé|actualis)|votre tour|forte (?:affluence|demande))/i,
	/(?:tiempo (?:de espera|estimado)|automáticamente|su turno|tu turno|alta demanda)/i,
	/(?:tempo (?:di attesa|d['’]attesa|stimato)|automaticamente|(?:tuo|suo) turno)/i,
	/(?:tempo de espera|automaticamente|sua vez|alta demanda)/i,
	/(?:wachttijd|automatisch|aan de beurt)/i,
	/(?:待ち時間|自動|等待时间|等待時間|自动)/,
];

/** How they poll. */
const REFRESH = /<meta\b[^<>]*http-equiv=["']?refresh/i;
const ASKS_AGAIN =
	/<script\b[^<>]*\bsrc=[^<>]*(?:queue|waiting)|location\.(?:reload|replace|href|assign)|\b(?:setInterval|EventSource|WebSocket)\s*\(/i;

/** @returns the waiting room; undefined when the screen is not one, or has more content */
export function findWaitingRoom(screen: {
	title: string;
	text: string;
	html: string;
	/** Header `Refresh`; empty without one. */
	refresh: string;
}): Challenge | undefined {
	const { title, text, html, refresh } = screen;
	if (text.length > LONGEST_ROOM_CHARACTERS) return undefined;
	const words = `${title}\n${text}`;
	const isRoom = [PLACES, DURATIONS].every((kind) => kind.some((said) => said.test(words)));
	const asksAgain = refresh !== '' || REFRESH.test(html) || ASKS_AGAIN.test(html);
	if (!isRoom || !asksAgain) return undefined;
	return { name: '', resolvesItself: true, kind: 'queue' };
}
