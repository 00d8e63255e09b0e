import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { packageTarball } from '../../scripts/lib/packageTarball.mjs';
import { packageJson } from '../support/repositoryFiles';

const MOST_BYTES = 150_000;

const files = execFileSync('tar', ['-tzf', packageTarball()], { encoding: 'utf8' })
	.trimEnd()
	.split('\n')
	.map((path) => path.replace(/^package\//, ''));

/** What the package consists of; each file is of one of these kinds. */
const KINDS: Array<[string, RegExp]> = [
	['facts and licence', /^(package\.json|README\.md|LICENSE\.md)$/],
	['nodes', /^dist\/nodes\/(\w+)\/\1\.node\.js(on)?$/],
	['their code', /^dist\/code\.js$/],
	['output schemas', /^dist\/nodes\/\w+\/__schema__\/v1\.[01]\.0(\/[\w/]+)?\.json$/],
	['the credentials', /^dist\/credentials\/WebData(Extraction|Login)Api\.credentials\.js$/],
	['icons', /^dist\/icons\/\w+(\.dark)?\.svg$/],
];

describe('what is published', () => {
	test('is small', () => {
		expect(statSync(packageTarball()).size).toBeLessThan(MOST_BYTES);
	});

	test.each(KINDS)('holds %s', (_name, pattern) => {
		expect(files.filter((file) => pattern.test(file))).not.toEqual([]);
	});

	test('holds no other files: no tests, sources, maps or data', () => {
		expect(files.filter((file) => !KINDS.some(([, pattern]) => pattern.test(file)))).toEqual([]);
	});

	test('holds every file that package.json names', () => {
		const { nodes, credentials } = Object(packageJson.n8n);
		expect(files).toEqual(expect.arrayContaining([...nodes, ...credentials]));
	});
});
