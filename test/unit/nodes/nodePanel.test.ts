import { operationsOf, packageNodes, readJsonFile } from '../../support/packageNodes';

/** What n8n's node panel looks through: the names that people see, and the aliases of the codex. */
function searchTexts(): Map<string, string[]> {
	return new Map(
		packageNodes.map(({ name, source, description }) => {
			const { alias: listed } = readJsonFile(source.replace(/\.ts$/, '.json'));
			const alias = Array.isArray(listed) ? listed.map(String) : [];
			return [name, [description.displayName, ...alias]];
		}),
	);
}

/** n8n 2.41 finds a text when all letters of what is typed follow each other in it, in that order. */
function isFound(typed: string, text: string): boolean {
	let position = 0;
	for (const letter of text.toLowerCase()) {
		if (letter === typed.toLowerCase().charAt(position)) position += 1;
	}
	return position === typed.length;
}

test.each([
	['scrape', 'scrape'],
	['extract data', 'scrape'],
	['extract data from website', 'scrape'],
	['extract data from web page', 'scrape'],
	['get data from website', 'scrape'],
	['web page to markdown', 'scrape'],
	['website to markdown', 'scrape'],
	['html to markdown', 'scrape'],
	['read website', 'scrape'],
	['scrape website', 'scrape'],
	['web scraper', 'scrape'],
	['get data from a website', 'scrape'],
	['read a web page', 'scrape'],
	['product list', 'scrape'],
	['screenshot of website', 'scrape'],
	['download website', 'crawl'],
	['pagination', 'crawl'],
	['internet search', 'search'],
	['website changes', 'webDataTrigger'],
	['price monitoring', 'webDataTrigger'],
	['new product', 'webDataTrigger'],
	['crawl website', 'crawl'],
	['crawl a website', 'crawl'],
	['search the web', 'search'],
	['web search', 'search'],
	['parse pdf', 'parse'],
	['pdf to text', 'parse'],
	['pdf to markdown', 'parse'],
	['extract text from pdf', 'parse'],
	['extract data from invoice', 'parse'],
	['read invoice', 'parse'],
	['credits left', 'usage'],
	['scrape history', 'logs'],
	['get text from website', 'scrape'],
	['fetch url', 'scrape'],
	['url to text', 'scrape'],
	['get page content', 'scrape'],
	['web page to json', 'scrape'],
	['table from website', 'scrape'],
	['website to csv', 'scrape'],
	['website to excel', 'scrape'],
	['website to sheet', 'scrape'],
	['scrape list of urls', 'scrape'],
	['bulk scrape', 'scrape'],
	['scrape behind login', 'scrape'],
	['login website', 'scrape'],
	['javascript page', 'scrape'],
	['competitor prices', 'scrape'],
	['job listings', 'scrape'],
	['product catalog', 'scrape'],
	['read a website', 'scrape'],
	['download all pages', 'crawl'],
	['list all urls', 'crawl'],
	['chat with a website', 'crawl'],
	['read pdf invoice', 'parse'],
	['invoice parser', 'parse'],
	['scanned pdf', 'parse'],
	['text recognition', 'parse'],
	['read word document', 'parse'],
	['docx to text', 'parse'],
	['ocr', 'parse'],
	['monitor page for changes', 'webDataTrigger'],
	['price tracker', 'webDataTrigger'],
	['notify when page changes', 'webDataTrigger'],
	['back in stock', 'webDataTrigger'],
	['stock alert', 'webDataTrigger'],
	['page watcher', 'webDataTrigger'],
	['webpage monitor', 'webDataTrigger'],
	['monitor website', 'webDataTrigger'],
	['watch page for changes', 'webDataTrigger'],
])('who types "%s" into the node panel finds the node %s', (typed, node) => {
	const found = [...searchTexts()].filter(([, texts]) =>
		texts.some((text) => isFound(typed, text)),
	);
	expect(found.map(([name]) => name)).toContain(node);
});

test('the trigger offers its events by what happens, the one that most people look for first', () => {
	const trigger = packageNodes.find(({ name }) => name === 'webDataTrigger');
	const event = trigger?.description.properties.find(({ name }) => name === 'event');
	expect(event?.options?.map((option) => 'action' in option && option.action)).toEqual([
		'On web page changed',
		'On job finished',
		'On low credits',
	]);
});

/** Where someone searches, n8n sorts the actions of a resource by their texts. */
test.each([
	['scrape', 'page', 'Scrape web pages'],
	['crawl', 'crawl', 'Crawl website'],
	['parse', 'document', 'Parse document'],
	['search', undefined, 'Search web'],
])('the first action of %s (%s) is the one that starts work', (name, resource, action) => {
	const nodes = packageNodes.filter((node) => node.name === name);
	const actions = nodes
		.flatMap(operationsOf)
		.flatMap((operation) => (operation.resource === resource ? (operation.action ?? []) : []));
	expect(actions.sort()[0]).toBe(action);
});
