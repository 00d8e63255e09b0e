/// <reference lib="dom" />
import { oneLine, shortText } from '../parse/document.ts';
import { listFormPages } from './formPages.ts';
import { resolveAddress } from '../parse/resolveAddress.ts';
import { listHidden } from '../clean/shown.ts';

const CONTROLS =
	'button, a, [role="button"], [role="link"], input[type="submit" i], input[type="button" i]';

/** Names of controls that alone show that a list continues. */
const LEADS_ON: readonly RegExp[] = [
	/^load (?:\d+ )?more(?: [a-z]+)?$/,
	/^(?:show|view|see) (?:\d+ )?more (?:results|products|items|posts|articles|entries|stories|news|jobs|events|listings|offers)$/,
	/^(?:more|older) (?:results|posts|entries|articles|stories)$/,
	/^(?:show|view|see) all \d+ (?:results|products|items|posts|articles|entries|stories|jobs|events|listings|offers)$/,
	/^(?:go to )?next page$/,
	/^(?:mehr|weitere)(?: (?:ergebnisse|produkte|artikel|beiträge|einträge))? laden$/,
	/^(?:mehr|weitere) (?:ergebnisse|produkte|artikel|beiträge|einträge) anzeigen$/,
	/^nächste seite$/,
	/^charger plus(?: (?:de |d[’'])(?:résultats|produits|articles))?$/,
	/^(?:afficher|voir) plus (?:de |d[’'])(?:résultats|produits|articles)$/,
	/^page suivante$/,
	/^cargar más(?: (?:resultados|productos|artículos))?$/,
	/^(?:mostrar|ver) más (?:resultados|productos|artículos)$/,
	/^(?:página siguiente|siguiente página|próxima página|página seguinte|pagina successiva)$/,
	/^carregar mais(?: (?:resultados|produtos|artigos))?$/,
	/^(?:mostrar|ver) mais (?:resultados|produtos|artigos)$/,
	/^(?:carica|mostra) altri (?:risultati|prodotti|articoli)$/,
	/^(?:carica altro|meer laden|laad meer|volgende pagina)$/,
	/^(?:załaduj więcej|następna strona|načíst další|další stránka)$/,
	/^(?:ladda fler|nästa sida|загрузить ещ[её]|следующая страница)$/,
	/^(?:次のページ|加载更多|下一页|載入更多|下一頁|다음 페이지)$/,
];

/** Names that show it below a list; elsewhere they open the rest of a text. */
const MORE =
	/^(?:(?:show|view|see) (?:\d+ )?more|mehr anzeigen|(?:afficher|voir) plus|(?:mostrar|ver) (?:más|mais)|mostra (?:altro|altri|di più)|toon meer|meer tonen|pokaż więcej|zobrazit více|visa fler|показать ещ[её]|もっと見る|さらに表示|더 보기)$/;
const FEWEST_LINKS_OF_LIST = 5;

/** Names that show it in the pagination of a list. */
const NEXT =
	/^(?:next|weiter|nächste|suivante?|siguiente|próxim[ao]|seguinte|successiv[ao]|avanti|volgende|następna|další|nästa|далее|次へ|다음|[›»→>]|\d{1,4})(?: ?[›»→>])?$/;
const PAGES = ['class', 'id', 'aria-label']
	.flatMap((name) => ['paginat', 'pager'].map((word) => `[${name}*="${word}" i]`))
	.join(', ');

/** Which entries of how many are shown: `1–10 of 57`, `Showing 11 to 20 of 1,240 entries`. */
const RANGE =
	/(?<!\d)(\d{1,6}) ?(?:[-–—]|(?<= )\p{L}{1,5}(?= )) ?(\d{1,6}) (?:\/|\p{L}{1,6}) (?:\p{L}{1,8} )?(\d{1,3}(?:[., ]\d{3}){1,2}|\d{1,7})(?!\d)/u;
const LONGEST_RANGE = 200;

/** What continues in these is a picture, a month, a step or the text of one thing. */
const NO_LIST = [
	...'carousel slide swiper gallery calendar datepicker wizard player review comment'
		.split(' ')
		.map((word) => `[class*="${word}" i]`),
	'[role="dialog"], dialog, nav ul ul, header, footer, aside',
].join(', ');

/** Addresses of the further pages of a list. */
const FURTHER =
	/[?&](?:page|paged|pg|p|pn|seite|pagina|offset|start)=\d+|\/(?:page|paged|seite|pagina)[/-]?\d+(?=$|[/?#.])/i;

/** Links of ASP.NET to further pages, and fields of forms that say which one they ask for. */
const POSTED = '[href*="Page$"]';
const PAGE_FIELDS = ['page', 'offset', 'start', 'pagina', 'seite']
	.map((name) => `input[type="hidden" i][name="${name}" i]`)
	.join(', ');
/** A form with these asks something; its further pages are further questions. */
const ANSWERS =
	'input:not([type="hidden" i], [type="submit" i], [type="button" i], [type="image" i]), select, textarea';

/** What does nothing now, or opens a part of the page that is already there. */
const NOT_PRESSED = '[disabled], .disabled, [aria-disabled="true"], [aria-expanded]';

const LONGEST_LABEL = 60;

/**
 * The name of a control that leads to more of a page's list, but has no address that could be
 * followed: a button, a link for scripts, or one that submits a form.
 * @param document the page as loaded
 * @returns undefined if there is none, or if the page has links to further pages of its list as well
 */
export function findFurtherControl(document: Document, baseUrl: string): string | undefined {
	const controls = [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
		const label = readLabel(control);
		return leadsOn(control, label) && isPressed(control, baseUrl) ? [{ control, label }] : [];
	});
	if (controls.length === 0 || hasFurtherAddress(document, baseUrl)) return undefined;
	const hidden = listHidden(document);
	return controls.find(({ control }) => !hidden.some((place) => place.contains(control)))?.label;
}

function leadsOn(control: Element, label: string): boolean {
	const words = label.toLowerCase();
	const isNamed =
		LEADS_ON.some((name) => name.test(words)) ||
		(MORE.test(words) && isBelowList(control)) ||
		(NEXT.test(words) && isOfPages(control));
	return isNamed && control.closest(NO_LIST) === null;
}

function isOfPages(control: Element): boolean {
	if (control.closest(PAGES) !== null || control.matches(POSTED) || isBesideRange(control))
		return true;
	const form = control.closest('form');
	return form?.querySelector(PAGE_FIELDS) != null && form.querySelector(ANSWERS) === null;
}

/** Whether the words around a control say that there are more entries than are shown. */
function isBesideRange(control: Element): boolean {
	for (let place = control.parentElement; place !== null; place = place.parentElement) {
		const words = shortText(place, LONGEST_RANGE);
		if (words === undefined) return false;
		const [, first, last, all] = (RANGE.exec(words) ?? []).map((text) => text.replace(/\D/g, ''));
		if (all !== undefined) return Number(first) < Number(last) && Number(last) < Number(all);
	}
	return false;
}

/** Whether what is right above a control has many links, as the entries of a list do. */
function isBelowList(control: Element): boolean {
	for (let place: Element | null = control; place !== null; place = place.parentElement) {
		const siblings: Element[] = [...(place.parentElement?.children ?? [])];
		const above = siblings.slice(0, siblings.indexOf(place));
		if (above.every(({ textContent }) => textContent.trim() === '')) continue;
		const links = above.flatMap((sibling) => [...sibling.querySelectorAll('a[href]')]);
		const addresses = new Set(links.map((link) => link.getAttribute('href')));
		return addresses.size >= FEWEST_LINKS_OF_LIST;
	}
	return false;
}

function readLabel(control: Element): string {
	const own = oneLine(control.textContent);
	const other = control.getAttribute('value') ?? control.getAttribute('aria-label') ?? '';
	const label = own === '' ? oneLine(other) : own;
	return label.length > LONGEST_LABEL ? '' : label;
}

/** Whether it can be clicked, and leads to no page but its own. */
function isPressed(control: Element, baseUrl: string): boolean {
	if (control.matches(NOT_PRESSED)) return false;
	const address = resolveAddress(control.getAttribute('href'), baseUrl);
	return address === undefined || withoutFragment(address) === withoutFragment(baseUrl);
}

const withoutFragment = (address: string): string | undefined => address.split('#', 1)[0];

function hasFurtherAddress(document: Document, baseUrl: string): boolean {
	if (document.querySelector('[rel~="next" i][href]') !== null) return true;
	if (listFormPages(document, baseUrl).length > 0) return true;
	return [...document.querySelectorAll('a[href]')].some((link) =>
		FURTHER.test(link.getAttribute('href') ?? ''),
	);
}
