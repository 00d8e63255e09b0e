import { convertPage } from '../../packages/page/src/convertPage.ts';
import { readMarkdownText } from '../../packages/page/src/markdownText.ts';

const SENTENCE =
	'The town library lends books, records and garden tools to everyone who lives here. ';

describe('Low content', () => {
	it.each([
		['an empty page', ''],
		[
			'a page of pictures and links without words',
			'![](https://x.example/a.png)\n\n[Home](https://x.example/a-very-long-address-that-is-no-text-at-all/and/goes/on/and/on/for/more/than/a/hundred/characters)',
		],
		['a bot check', `# One more step\n\nPlease verify you are human to go on. ${SENTENCE}`],
		[
			'a cookie wall',
			`We value your privacy. We and our partners store data on your device. ${SENTENCE}${SENTENCE}[Accept all cookies](https://x.example/)`,
		],
		[
			'a German cookie wall',
			`Wir verwenden Cookies, um Inhalte zu verbessern. ${SENTENCE}Alle akzeptieren`,
		],
		[
			'a dead redirect',
			`You are being redirected. If you are not redirected, follow the link. ${SENTENCE}`,
		],
		['a page that needs scripts', `You need to enable JavaScript to run this app. ${SENTENCE}`],
		['a sign-in page in Japanese', '# ログイン\n\nメール パスワード パスワードをお忘れですか'],
	])('is true for %s', (_name, markdown) => {
		expect(readMarkdownText(markdown).lowContent).toBe(true);
	});

	it.each([
		['a short page with something to say', SENTENCE.repeat(2)],
		['an article that mentions cookies at its end', `${SENTENCE.repeat(12)}We use cookies.`],
		['a long article about bot checks', `${SENTENCE.repeat(30)}Please verify you are human.`],
		[
			'a short list in Japanese',
			'- 木の椅子 ¥3,200 在庫あり\n- 石の時計 ¥3,700 在庫なし\n- 羊毛の敷物 ¥4,200 在庫あり\n- 硝子の器 ¥4,700 在庫あり',
		],
		['a page in Chinese', '图书馆向所有居民出借书籍、唱片和园艺工具。'.repeat(6)],
	])('is false for %s', (_name, markdown) => {
		expect(readMarkdownText(markdown).lowContent).toBe(false);
	});
});

it('a page without any text says so', () => {
	const html = '<!doctype html><title>Canvas</title><body><canvas></canvas>';
	expect(convertPage({ html, url: 'https://example.com/', contentOnly: false }).warnings).toEqual([
		'The page shows no text.',
	]);
});
