import { describe, expect, it } from '@jest/globals';
import type { Compilable } from 'kysely';
import { prepare } from '../../../service/src/db/prepared.ts';

/** A statement as a query builder hands it over. */
const built = (...parameters: unknown[]): Compilable<unknown> => ({
	compile: () => ({
		sql: 'UPDATE boats …',
		parameters,
		query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
		queryId: { queryId: '1' },
	}),
});

interface Renaming {
	from: string;
	to: string;
	crew?: number;
}

describe('a prepared statement', () => {
	const rename = prepare(({ from, to, crew }: Renaming) => built(to, crew, 'ashore', from, to));

	it('has its values where they were built in, and what is fixed beside them', () => {
		const { sql, parameters } = rename({ from: 'Anna', to: 'Berta', crew: 4 }).compile();
		expect(sql).toBe('UPDATE boats …');
		expect(parameters).toEqual(['Berta', 4, 'ashore', 'Anna', 'Berta']);
	});

	it('takes other values each time, whatever their order', () => {
		const first = rename({ to: 'b', crew: 1, from: 'a' });
		const second = rename({ from: 'c', to: 'd', crew: 2 });
		expect(first.compile().parameters).toEqual(['b', 1, 'ashore', 'a', 'b']);
		expect(second.compile().parameters).toEqual(['d', 2, 'ashore', 'c', 'd']);
	});

	it('takes what is missing for NULL, and nothing else', () => {
		expect(rename({ from: '', to: 'b' }).compile().parameters).toEqual([
			'b',
			null,
			'ashore',
			'',
			'b',
		]);
		expect(rename({ from: 'a', to: 'b', crew: 0 }).compile().parameters[1]).toBe(0);
	});

	it('is built once', () => {
		let count = 0;
		const find = prepare(({ name }: { name: string }) => {
			count += 1;
			return built(name);
		});
		for (const name of ['a', 'b', 'c']) find({ name }).compile();
		expect(count).toBe(1);
	});
});
