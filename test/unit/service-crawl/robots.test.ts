import { createRobotsFiles, readRobots } from '../../../service/src/crawl/scope/robots.ts';
import { growthOf, LINEAR } from '../../support/growth';
import { anyText, fc } from '../../support/properties';

const ROBOTS = 'https://example.com/robots.txt';

const read = (text: string, status: number | undefined = 200) =>
	readRobots(ROBOTS, { status, text });

describe('a robots.txt', () => {
	it.each([
		['a rule for everybody', 'User-agent: *\nDisallow: /private', '/private/a', false],
		['a rule for others', 'User-agent: Googlebot\nDisallow: /', '/a', true],
		['a rule for this crawler', 'User-agent: WebDataExtraction\nDisallow: /', '/a', false],
		[
			'its own group instead of the common one',
			'User-agent: *\nDisallow: /\n\nUser-agent: webdataextraction\nDisallow: /x',
			'/a',
			true,
		],
		['an exception', 'User-agent: *\nDisallow: /a\nAllow: /a/b', '/a/b', true],
		['a pattern', 'User-agent: *\nDisallow: /*.php$', '/a.php', false],
		['a rule of a group for several', 'User-agent: a\nUser-agent: *\nDisallow: /a', '/a', false],
		['a longer rule that allows', 'User-agent: *\nDisallow: /*a\nAllow: /*ab', '/ab', true],
		['as long a rule that allows', 'User-agent: *\nDisallow: /*a\nAllow: /b*', '/ba', true],
		['a pattern for the whole path', 'User-agent: *\nDisallow: /*a*a$', '/a', true],
		['what addresses escape', 'User-agent: *\nDisallow: /\u00fc%2f', '/%c3%bc%2F', false],
		['a comment', 'User-agent: * # all\nDisallow: /a # of them', '/a', false],
		['a version', 'User-agent: WebDataExtraction/2.0\nDisallow: /', '/a', false],
		['an empty rule', 'User-agent: *\nDisallow:', '/a', true],
		['no rules', '<html>Not found</html>', '/a', true],
	])('is read with %s', (_label, text, path, expected) => {
		expect(read(text).isAllowed(`https://example.com${path}`)).toBe(expected);
	});

	it.each([
		[404, true],
		[403, true],
		[500, false],
		[503, false],
		[undefined, true],
	])('answered with %s allows pages: %s', (status, expected) => {
		const rules = readRobots(ROBOTS, { status, text: 'User-agent: *\nDisallow: /' });

		expect(rules.isAllowed('https://example.com/a')).toBe(expected);
	});

	it('tells its crawl delay in milliseconds', () => {
		expect(read('User-agent: *\nCrawl-delay: 1.5').crawlDelayMs).toBe(1500);
		expect(read('User-agent: *\nDisallow: /a').crawlDelayMs).toBeUndefined();
	});
});

describe('a robots.txt of a stranger', () => {
	const part = fc.oneof(
		fc.constantFrom(
			'User-agent:',
			'Disallow:',
			'Allow:',
			'Crawl-delay:',
			'Sitemap:',
			'*',
			'$',
			'#',
		),
		fc.constantFrom(
			'/',
			'/a',
			'%',
			'%2F',
			'\uFEFF',
			'\r',
			'\n',
			' ',
			':',
			'WebDataExtraction',
			'-1',
			'1e999',
		),
		anyText(8),
	);
	const file = fc.array(part, { maxLength: 60 }).map((parts) => parts.join(''));

	it('of any text answers for any address', () => {
		fc.assert(
			fc.property(file, fc.webUrl({ withQueryParameters: true }), (text, address) => {
				const rules = read(text);
				expect(typeof rules.isAllowed(address)).toBe('boolean');
				expect(rules.crawlDelayMs ?? 0).not.toBeNaN();
			}),
			{ numRuns: 1_000 },
		);
	});

	it('forbids what it names, whatever stands around it', () => {
		fc.assert(
			fc.property(file, fc.stringMatching(/^[a-z]{1,8}$/), (text, name) => {
				const rules = read(
					`${text}\n\nUser-agent: WebDataExtraction\nDisallow: /${name}\nAllow: /x-${name}\n`,
				);
				expect(rules.isAllowed(`https://example.com/x-${name}`)).toBe(true);
			}),
		);
		expect(
			read('User-agent: *\nDisallow: /*private').isAllowed('https://example.com/a/private'),
		).toBe(false);
	});

	it.each([
		['many patterns', (size: number) => 'Disallow: /*a*a*a*b\n'.repeat(size), true],
		[
			'patterns of many stars',
			(size: number) => `Disallow: /${'*a'.repeat(45)}b\n`.repeat(size / 8),
			true,
		],
		['a long pattern', (size: number) => `Disallow: /${'*a'.repeat(8 * size)}`, true],
		['nothing but stars', (size: number) => `Disallow: /${'*'.repeat(16 * size)}b$`, true],
		['many rules', (size: number) => 'Disallow: /a\n'.repeat(size), false],
	])('with %s costs no more than in proportion', async (_name, write, isAllowed) => {
		const address = `https://example.com/${'a'.repeat(2_000)}`;
		const of = (size: number) => read(`User-agent: *\n${write(size)}`);
		expect(of(4_000).isAllowed(address)).toBe(isAllowed);
		const growth = await growthOf(
			(size) => {
				const robots = of(size);
				return () => robots.isAllowed(address);
			},
			1_000,
			16_000,
		);
		expect(growth).toBeLessThan(LINEAR);
	});

	it('with many rules for many agents takes no memory', () => {
		const agents = Array.from({ length: 15_000 }, (_entry, index) => `User-agent: a${index}\n`);
		const before = process.memoryUsage().heapUsed;
		const rules = read(`${agents.join('')}User-agent: *\n${'Disallow: /a\n'.repeat(10_000)}`);

		expect(rules.isAllowed('https://example.com/a')).toBe(false);
		expect(process.memoryUsage().heapUsed - before).toBeLessThan(100_000_000);
	});
});

describe('the robots.txt files of a crawl', () => {
	it('are fetched once per origin, even when several pages ask at a time', async () => {
		const robots = createRobotsFiles();
		const fetched: string[] = [];
		const fetchRobots = async (url: string) => {
			fetched.push(url);
			return { status: 200, text: 'User-agent: *\nDisallow: /b' };
		};
		const [first, second] = await Promise.all([
			robots.rulesFor('https://example.com/a', fetchRobots),
			robots.rulesFor('https://example.com/b', fetchRobots),
		]);
		await robots.rulesFor('https://docs.example.com/', fetchRobots);

		expect(fetched).toEqual([ROBOTS, 'https://docs.example.com/robots.txt']);
		expect(first).toBe(second);
		expect(robots.isAllowed('https://example.com/b')).toBe(false);
		expect(robots.isAllowed('https://example.org/b')).toBe(true);
	});

	it('are asked for again after the crawl could not fetch them', async () => {
		const robots = createRobotsFiles();
		const stopped = robots.rulesFor('https://example.com/', () =>
			Promise.reject(new Error('stop')),
		);
		await expect(stopped).rejects.toThrow('stop');
		const rules = await robots.rulesFor('https://example.com/', async () => ({
			status: 404,
			text: '',
		}));

		expect(rules.isAllowed('https://example.com/')).toBe(true);
	});

	it.each([
		[
			{ status: 200, text: 'Disallow: /', problem: 'it came slowly' },
			'completely.* it came slowly',
		],
		[{ status: undefined, text: '', problem: 'nothing answers' }, 'not obeyed.* nothing answers'],
		[{ status: 200, text: '#'.repeat(600_000) }, 'more than 512000 characters'],
	])('that could not be read completely are reported with the reason', async (answer, said) => {
		const robots = createRobotsFiles();
		await robots.rulesFor('https://example.com/a', async () => answer);
		await robots.rulesFor('https://example.com/b', async () => answer);

		expect(robots.listWarnings()).toEqual([
			expect.stringMatching(
				new RegExp(`^https://example.com/robots.txt could not be read.*${said}`),
			),
		]);
	});
});
