import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { findObstacles } from '../../../scripts/lib/publish/publisher.mjs';
import { packageJson } from '../../support/repositoryFiles';

const facts = {
	version: '1.2.3',
	author: { name: 'Anna Berg', email: 'anna@berg.dev' },
	homepage: 'https://berg.dev/nodes',
	repository: { type: 'git', url: 'git+https://berg.dev/nodes.git' },
};

describe('publishing', () => {
	it('goes ahead when package.json names its publisher and the version of the tag', () => {
		expect(findObstacles(facts, 'v1.2.3')).toEqual([]);
		expect(findObstacles(facts)).toEqual([]);
	});

	it.each([
		['author.name', { author: { ...facts.author, name: 'Set By The Publisher' } }],
		['author.email', { author: { ...facts.author, email: 'publisher@example.com' } }],
		['homepage', { homepage: 'https://example.com/nodes' }],
		['repository.url', { repository: { url: 'git+https://example.com/nodes.git' } }],
	])('is refused while %s is a placeholder, and says which', (name, placeholder) => {
		expect(findObstacles({ ...facts, ...placeholder })).toEqual([
			expect.stringContaining(`${name} in package.json`),
		]);
	});

	it('is refused when the tag names another version', () => {
		expect(findObstacles(facts, 'v1.2.4')).toEqual([
			'The tag is v1.2.4, but package.json says 1.2.3.',
		]);
	});

	it('is checked by npm itself before it publishes', () => {
		expect(packageJson.scripts).toMatchObject({
			prepublishOnly: 'node scripts/checkPublisher.mjs',
		});
	});
});

describe('the workflow that publishes', () => {
	const workflow = Object(parse(readFileSync('.github/workflows/publish.yml', 'utf8')));
	const { check, pack, publish } = workflow.jobs;
	const valuesOf = (job: { steps: Array<Record<string, string>> }, name: string) =>
		job.steps.flatMap((step) => step[name] ?? []);

	it('runs for version tags alone', () => {
		expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
	});

	it('lets only a job that runs no code of the repository identify itself to npm', () => {
		const granted = [workflow, check, pack, publish].map(({ permissions }) => permissions);
		expect(granted).toEqual([{ contents: 'read' }, undefined, undefined, { 'id-token': 'write' }]);
		expect(valuesOf(publish, 'uses')).toEqual([
			expect.stringMatching(/^actions\/setup-node@/),
			expect.stringMatching(/^actions\/download-artifact@/),
		]);
		expect(valuesOf(publish, 'run')).toEqual([
			'base64 --decode <<< "$DIGESTS" | sha256sum --check --strict',
			'npm publish ./packages/nodes.tgz --ignore-scripts --provenance --access public',
			'npm publish ./packages/service.tgz --ignore-scripts --provenance --access public',
		]);
	});

	it('publishes what was packed, after the publisher was checked and all tests passed', () => {
		expect(publish.needs).toEqual(['check', 'pack']);
		expect(valuesOf(check, 'run')).toEqual([
			expect.stringContaining('scripts/checkPublisher.mjs'),
			'bash .ci/run',
		]);
		expect(valuesOf(pack, 'run')).toEqual([
			'npm ci',
			'npm run build && npm run build:service',
			'npm run sbom && cp .data/sbom/service.cdx.json .data/service-package/sbom.cdx.json',
			expect.stringContaining('sha256sum nodes.tgz service.tgz'),
		]);
	});
});
