import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { findObstacles } from '../../../scripts/lib/publish/publisher.mjs';
import { packageJson } from '../../support/packageNodes';

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
	const { steps, permissions } = workflow.jobs.publish;
	const commands: string[] = steps.flatMap(({ run }: { run?: string }) => run ?? []);

	it('runs for version tags alone, and may identify itself to npm', () => {
		expect(workflow.on).toEqual({ push: { tags: ['v*'] } });
		expect(permissions).toEqual({ contents: 'read', 'id-token': 'write' });
	});

	it('publishes with provenance, after the publisher was checked and all tests passed', () => {
		expect(commands).toEqual([
			expect.stringContaining('scripts/checkPublisher.mjs'),
			'bash .ci/run',
			'npm run build && npm run build:service',
			'npm run sbom && cp .data/sbom/service.cdx.json .data/service-package/sbom.cdx.json',
			'npm publish --provenance --access public',
			'npm publish ./.data/service-package --provenance --access public',
		]);
	});
});
