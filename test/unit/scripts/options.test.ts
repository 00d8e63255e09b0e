import { readOptions } from '../../../scripts/lib/start/options.mjs';

describe('the options of npm start', () => {
	it('has defaults for everything', () => {
		expect(readOptions([], {})).toEqual({
			help: false,
			once: false,
			url: undefined,
			n8nPort: 5678,
			servicePort: 8330,
		});
	});

	it('takes the page, the single run and both ports', () => {
		const args = ['--once', '--url', 'http://127.0.0.1:3000/a?b=c'];
		expect(readOptions(args, { N8N_PORT: '5700', PORT: '8400' })).toEqual({
			help: false,
			once: true,
			url: 'http://127.0.0.1:3000/a?b=c',
			n8nPort: 5700,
			servicePort: 8400,
		});
	});

	it.each([
		['an address without a protocol', ['--url', 'example.com'], {}, /--url is "example.com"/],
		['an address that is none', ['--url', 'http://'], {}, /--url is "http:\/\/"/],
		['an unknown option', ['--twice'], {}, /--twice/],
		['a port that is no number', [], { PORT: 'x' }, /PORT is "x": set a port number from 1/],
		['a port out of range', [], { N8N_PORT: '70000' }, /N8N_PORT is "70000"/],
	])('refuses %s', (_case, args, environment, message) => {
		expect(() => readOptions(args, environment)).toThrow(message);
	});
});
