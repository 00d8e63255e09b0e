import { sublimeSearch } from '@n8n/utils/dist/search/sublime-search';
import { operationsOf, packageNodes } from '../../support/packageNodes';
import { readJsonFile } from '../../support/repositoryFiles';

/** What n8n's node panel looks through: the names that people see, and the aliases of the codex. */
const searchTexts = packageNodes.map(({ name, source, description }) => {
	const { alias } = readJsonFile(source.replace(/\.ts$/, '.json'));
	return { name, properties: { displayName: description.displayName, codex: { alias } } };
});

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
	['scraper', 'scrape'],
	['scraping', 'scrape'],
	['web scraping', 'scrape'],
	['screen scraping', 'scrape'],
	['scrape data', 'scrape'],
	['scrape table', 'scrape'],
	['scrape images', 'scrape'],
	['scrape links', 'scrape'],
	['scrape emails', 'scrape'],
	['scrape multiple pages', 'scrape'],
	['data extraction', 'scrape'],
	['extract web data', 'scrape'],
	['structured data', 'scrape'],
	['json from website', 'scrape'],
	['fetch page', 'scrape'],
	['open url', 'scrape'],
	['get html', 'scrape'],
	['cookies', 'scrape'],
	['headless browser', 'scrape'],
	['crawl', 'crawl'],
	['crawler', 'crawl'],
	['crawling', 'crawl'],
	['web crawler', 'crawl'],
	['sitemap', 'crawl'],
	['spider', 'crawl'],
	['search', 'search'],
	['news', 'search'],
	['serp api', 'search'],
	['parse', 'parse'],
	['pdf', 'parse'],
	['read pdf', 'parse'],
	['convert pdf', 'parse'],
	['invoice', 'parse'],
	['receipt', 'parse'],
	['docx', 'parse'],
	['monitor', 'webDataTrigger'],
	['page change', 'webDataTrigger'],
	['price drop', 'webDataTrigger'],
	['availability', 'webDataTrigger'],
	['credits', 'usage'],
	['quota', 'usage'],
	['usage', 'usage'],
	['playwright', 'scrape'],
	['puppeteer', 'scrape'],
	['beautifulsoup', 'scrape'],
	['selenium', 'scrape'],
	['firecrawl', 'scrape'],
	['apify', 'scrape'],
	['google search', 'search'],
	['tavily', 'search'],
	['e-invoice', 'parse'],
	['logs', 'logs'],
	['scrape logs', 'logs'],
	['history', 'logs'],
])(
	'who types "%s" into the node panel finds the node %s before the others of the package',
	(typed, node) => {
		const [first] = sublimeSearch(typed, searchTexts);
		expect(first?.item.name).toBe(node);
	},
);

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
