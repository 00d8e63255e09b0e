import { detectChallenge } from '../../service/src/browser/challenges/detectChallenge.ts';
import { nameServedDocument } from '../../service/src/documents/fileNames.ts';
import { toPageAddress } from '../../service/src/net/pageAddress.ts';
import { toPageKey } from '../../service/src/crawl/scope/addresses.ts';
import { createScope } from '../../service/src/crawl/scope/scope.ts';
import { readCourse } from '../../service/src/crawl/order/templates.ts';
import { readRobots } from '../../service/src/crawl/scope/robots.ts';
import { NoveltyMeter } from '../../service/src/crawl/order/novelty.ts';
import { readLines } from '../../service/src/crawl/order/wordsOfPage.ts';
import { listFollowableLinks } from '../../service/src/crawl/links/linkChoice.ts';
import { decodeHtml } from '../../service/src/plain/decodeHtml.ts';
import { describeUnstated } from '../../packages/fields/src/model/unstatedValues.ts';

const ADDRESS = 'http://a.example/';
const ROBOTS = `${ADDRESS}robots.txt`;
const screenOf = (html: string, text = '') => ({
	title: text.slice(0, 2_000),
	html,
	url: ADDRESS,
	textSample: text.slice(0, 4_000),
	textLength: 100,
});

/** Functions of the serving process that take a text of a stranger beside other things. */
export const TEXT_FUNCTIONS: Readonly<Record<string, (text: string) => unknown>> = {
	'toPageKey of an address': (text) => toPageKey(text, { ignoreQueryParams: false }),
	'toPageAddress of a final address': (text) => toPageAddress(text, ADDRESS),
	'createScope of an address': (text) =>
		createScope([ADDRESS], { includePaths: ['/*a*b*c*', '/a/*'], excludePaths: ['*/x'] })(text),
	'readCourse of an address': (text) => readCourse(text, readCourse(text, undefined)),
	'readRobots of a file': (text) =>
		readRobots(ROBOTS, { status: 200, text }).isAllowed(`${ADDRESS}a`),
	'readRobots of a rule': (text) =>
		readRobots(ROBOTS, { status: 200, text: `User-agent: *\nDisallow: /*${text}` }).isAllowed(
			ADDRESS + text.slice(0, 1_000),
		),
	'NoveltyMeter of Markdown': (text) =>
		new NoveltyMeter().measure(readLines(text), { template: 'a', isChained: true }),
	'NoveltyMeter of a title': (text) => new NoveltyMeter().identify(text, readLines(text)),
	'listFollowableLinks of many texts': (text) =>
		listFollowableLinks(
			Array.from({ length: text.length / 500 }, (_none, index) => ({
				url: `${ADDRESS}${index % 10}`,
				text: `${index}${text.slice(0, 490)}`,
				isNoFollow: false,
			})),
		),
	'nameServedDocument of an address': (url) =>
		nameServedDocument({ url, contentType: 'application/zip', contentDisposition: '' }),
	'nameServedDocument of a header': (contentDisposition) =>
		nameServedDocument({ url: ADDRESS, contentType: 'application/zip', contentDisposition }),
	'nameServedDocument of a type': (contentType) =>
		nameServedDocument({ url: ADDRESS, contentType, contentDisposition: '' }),
	'detectChallenge of HTML': (html) =>
		detectChallenge(screenOf(html), { status: 403, headers: {} }),
	'detectChallenge of words': (text) =>
		detectChallenge(screenOf('', text), { status: 403, headers: {} }),
	'decodeHtml of a page': (text) => decodeHtml(Buffer.from(text), 'text/html'),
	'describeUnstated of a page': (text) => describeUnstated({ a: 'b', c: 1.5 }, text, {}),
};
