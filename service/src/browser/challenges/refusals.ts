import type { Challenge } from './challenge.ts';

/**
 * Firewalls that block a reader often respond with status 200. Their screens are short, say so first, and
 * show the number under which the site's operators find the request.
 */

const LONGEST_REFUSAL_CHARACTERS = 700;

/** The words come at the beginning, next to the name of the site or a heading. */
const BEGINNING_CHARACTERS = 160;

/** What is refused, and how, by language. */
const REFUSALS: readonly RegExp[] = [
	/\b(?:requests?|access|url|page|visit|connection)\b[^.\n]{0,40}\b(?:rejected|denied|blocked|refused|forbidden|restricted)\b/i,
	/\b(?:request (?:rejected|blocked|unsuccessful|denied)|you (?:have been|are|were) blocked|not acceptable)\b/i,
	/(?:anfrage|zugriff|zugang|aufruf|url|adresse)[^.\n]{0,60}(?:abgelehnt|verweigert|blockiert|gesperrt|zurückgewiesen)/i,
	/(?:requête|accès|demande|url|adresse)[^.\n]{0,60}(?:refusée?|rejetée?|bloquée?|interdite?)/i,
	/(?:solicitud|acceso|petición|url)[^.\n]{0,60}(?:rechazad|denegad|bloquead|restringid)/i,
	/(?:richiesta|accesso|url)[^.\n]{0,60}(?:rifiutat|negat|bloccat|respint|rigettat)/i,
	/(?:solicitação|pedido|requisição|acesso|url)[^.\n]{0,60}(?:rejeitad|negad|bloquead|recusad)/i,
	/(?:verzoek|aanvraag|toegang|url)[^.\n]{0,60}(?:geweigerd|afgewezen|geblokkeerd)/i,
	/(?:請求|请求|訪問|访问|アクセス|リクエスト)[^。\n]{0,30}(?:拦截|攔截|拒绝|拒絕|拒否|阻断|阻斷|禁止|ブロック)/,
];

/** The number of the request: many digits, or hexadecimal parts, after the word for it. */
const NUMBER = /(?<![0-9a-z])[0-9a-f][0-9a-f.:_-]{8,80}/gi;
const FEWEST_DIGITS = 6;
const NUMBER_NAME =
	/\bid\b|#|編號|编号|番号|\b(?:number|code|no|nr|incident|reference|référence|referenz|referencia|referência|riferimento|n[uú]mero|numéro|nummer|kennung)\b/iu;
const NAME_CHARACTERS = 40;

/** The sentence of F5's firewall, which some operators show without the number. */
const F5 = /^the requested url was rejected\. please consult with your administrator/i;

/** @returns what refused the request; undefined when the screen is not a firewall's, or has more content */
export function findRefusal(screen: { title: string; text: string }): Challenge | undefined {
	const { title, text } = screen;
	if (text.length > LONGEST_REFUSAL_CHARACTERS) return undefined;
	if (F5.test(text)) return { name: 'F5', resolvesItself: false, kind: 'refusal' };
	const beginning = `${title}\n${text.slice(0, BEGINNING_CHARACTERS)}`;
	const isRefused = REFUSALS.some((words) => words.test(beginning));
	if (!isRefused || !isNumbered(text)) return undefined;
	return { name: '', resolvesItself: false, kind: 'refusal' };
}

function isNumbered(text: string): boolean {
	return [...text.matchAll(NUMBER)].some(({ 0: number, index }) => {
		const digitCount = number.match(/\d/g)?.length ?? 0;
		const before = text.slice(Math.max(0, index - NAME_CHARACTERS), index);
		return digitCount >= FEWEST_DIGITS && NUMBER_NAME.test(before);
	});
}
