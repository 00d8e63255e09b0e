import { convertPage } from '../../packages/page/src/convertPage.ts';
import { describePressedOnly } from '../../packages/page/src/links/pressedOnly.ts';

const read = (body: string) =>
	convertPage({
		html: `<!doctype html><body><h1>Club</h1><p>Some text of the page.</p>${body}`,
		url: 'https://example.com/club/',
		contentOnly: false,
	}).pressedOnly;

const BUTTONS = '<button data-to="/team">Team</button><button data-to="/prices">Prices</button>';

describe('a page that only has buttons', () => {
	it.each([
		['buttons of a script', BUTTONS],
		['links that lead nowhere', '<a href="#">Team</a><a href="javascript:go(2)">Prices</a>'],
		['cards', '<div onclick="open(1)">Team</div><div role="link">Prices</div>'],
		['beside links to other sites', `${BUTTONS}<a href="https://other.example/">Made by</a>`],
		['beside places in the page', `${BUTTONS}<a href="#top">Up</a>`],
	])('names them: %s', (_label, body) => {
		expect(read(body)).toEqual(['Team', 'Prices']);
	});

	it.each([
		['that has a link, too', `${BUTTONS}<a href="/team">Team</a>`],
		['that has a route, too', `${BUTTONS}<a href="#/team">Team</a>`],
		['whose buttons lead to addresses', `<button onclick="location='/a'">A</button>${BUTTONS}`],
		['of one button', '<button>Accept</button>'],
		['of a form', '<form><input name="q"><button>Search</button><button>Lucky</button></form>'],
		['of tabs', '<button aria-controls="a">A</button><button aria-expanded="false">B</button>'],
		['of hidden buttons', `<div hidden>${BUTTONS}</div>`],
	])('is none %s', (_label, body) => {
		expect(read(body)).toEqual([]);
	});

	it('says what was not read, and what to do', () => {
		expect(describePressedOnly([])).toEqual([]);
		const [said] = describePressedOnly(['Team', 'Prices', 'News', 'Contact']);
		expect(said).toContain('only 4 buttons ("Team", "Prices", "News", …)');
		expect(said).toContain('click actions');
	});

	it('says what pressing them led to, and nothing if all lead to addresses', () => {
		const names = ['Team', 'Prices', 'Remove'];
		expect(describePressedOnly(names, 3)).toEqual([]);
		expect(describePressedOnly(names, 0)).toEqual(describePressedOnly(names));
		expect(describePressedOnly(names, 1)[0]).toContain('They were pressed, and lead to 1 address;');
		expect(describePressedOnly(names, 2)[0]).toContain('lead to 2 addresses; what else they show');
	});
});
