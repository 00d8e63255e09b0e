/// <reference lib="dom" />
/// <reference lib="dom.iterable" />

/** Where frameworks put a page that they render. */
const ROOTS =
	'#root, #app, #__next, #__nuxt, #__layout, #___gatsby, #svelte, #application, #app-root, #react-root, #vue-app, #q-app, #ember-app, app-root, [data-reactroot], [ng-app], [data-ng-app], [data-v-app]';
/** Where pages have their main content. */
const MAIN = 'main, [role="main"], #main, #content, #main-content, #page-content';
/** Filled by scripts, row by row. */
const LISTS = 'ul, ol, dl, table, tbody';
/** Text with placeholders in it. */
const TEMPLATES =
	'[v-for], [v-text], [v-cloak], [ng-repeat], [ng-bind], [data-ng-repeat], [ng-cloak], [x-for], [x-text], [data-bind]';
/** What is shown until text is loaded. */
const PLACEHOLDERS =
	'[aria-busy="true"], [class*="skeleton" i]:empty, [class*="shimmer" i]:empty, .placeholder-glow';
const LOADING =
	/^(?:(?:content |page |please wait,? )?(?:is )?loading(?: (?:content|data|page|results|more))?|please wait|wird geladen|lädt|bitte warten|chargement(?: en cours)?|cargando|caricamento(?: in corso)?|carregando|laden|загрузка|読み込み中|加载中)[\s.…!]*$/iu;
/** A loading text is short, and alone in its element. */
const LONGEST_LOADING = 40;

/** Without text by nature. */
const TEXTLESS =
	/^(?:input|select|textarea|img|video|audio|canvas|iframe|script|style|link|meta|svg|button)$/;
const UNSEEN = 'script, style, template, noscript';

/** What scripts do that insert text into a page. */
const WRITES =
	/\.(?:inner|outer)HTML\s*\+?=|insertAdjacent(?:HTML|Text|Element)\s*\(|\.(?:textContent|innerText)\s*\+?=|createTextNode\s*\(|\.(?:append|prepend|appendChild|replaceChildren|replaceWith|html|text)\s*\(/;
/** Writes at the script's own position, or at the end of the page. */
const WRITES_HERE =
	/document\.write(?:ln)?\s*\(|document\.body\.(?:innerHTML|append|prepend|insertAdjacent)/;
/** If this is written, it is another script, a tracking pixel or a style. */
const LOADER =
	/<\\?\/?(?:scr['"]\s*\+\s*['"])?(?:script|img|noscript|style|link)|createElement\s*\(\s*['"](?:script|img|iframe|link|style)/i;
/** How a script refers to the element that it writes into. */
const TARGET =
	/(getElementById\s*\(\s*|querySelector(?:All)?\s*\(\s*|\$\(\s*)(["'`])([\w\-#.[\]="]{1,100})\2/g;
const MOST_TARGETS = 50;

/** The programs of a page. */
export interface PageScripts {
	/** Their number, including those with an address. */
	count: number;
	/** The source of those that are in the page. */
	inline: readonly string[];
}

/**
 * Why a page in which no script has run may not be what its readers see; undefined for one that is
 * complete. It looks for places that are empty and for scripts that fill them, so it can be wrong both ways:
 * sending a page to a browser needlessly costs only time.
 * @param document as sent, without its scripts
 */
export function findDrawnParts(document: Document, scripts: PageScripts): string | undefined {
	const { body } = document;
	if (document.querySelector('frameset') !== null) return 'it is made of frames';
	if (document.querySelector('template[shadowrootmode]') !== null) {
		return 'parts of it are web components';
	}
	if (scripts.count === 0) return undefined;
	const list = (selector: string): Element[] => [...body.querySelectorAll(selector)];
	if (list(ROOTS).some(isEmpty)) return 'its scripts draw it';
	const mains = list(MAIN);
	if (mains.length > 0 && mains.every(isEmpty)) return 'its scripts draw its content';
	if (body.querySelector(TEMPLATES) !== null) return 'its scripts fill in its text';
	if (body.querySelector(PLACEHOLDERS) !== null || list('*').some(isLoading)) {
		return 'its scripts load its content';
	}
	if (list(LISTS).some(isEmptyList)) return 'its scripts fill its lists';
	const isWriting = (program: string) => writesText(program, document);
	return scripts.inline.some(isWriting) ? 'its scripts write into it' : undefined;
}

function isEmpty(element: Element): boolean {
	if (TEXTLESS.test(element.localName)) return false;
	if (element.querySelector('img, video, iframe, form') !== null) return false;
	const unseen = [...element.querySelectorAll(UNSEEN)];
	const lengthOf = (part: Element) => part.textContent.replace(/\s+/g, '').length;
	return lengthOf(element) <= unseen.reduce((sum, part) => sum + lengthOf(part), 0);
}

function isLoading({ children, textContent }: Element): boolean {
	const isShort = children.length === 0 && textContent.length <= LONGEST_LOADING;
	return isShort && LOADING.test(textContent.trim());
}

/** Lists without a name are leftovers; those with one are there to be filled. */
function isEmptyList(list: Element): boolean {
	const isNamed = list.hasAttribute('id') || list.localName === 'tbody';
	return isNamed && list.children.length === 0 && list.textContent.trim() === '';
}

/** Whether a script writes where the page has nothing yet. */
function writesText(program: string, document: Document): boolean {
	if (WRITES_HERE.test(program) && !LOADER.test(program)) return true;
	if (!WRITES.test(program)) return false;
	const targets = [...program.matchAll(TARGET)].slice(0, MOST_TARGETS);
	return targets.some(([, call = '', , name = '']) => {
		const target = find(document, call.startsWith('getElementById') ? `[id="${name}"]` : name);
		return target !== null && isEmpty(target);
	});
}

function find({ body }: Document, selector: string): Element | null {
	try {
		return body.querySelector(selector);
	} catch {
		return null;
	}
}
