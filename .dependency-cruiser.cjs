/** Imports run one way (ARCHITECTURE.md); a cycle or a wrong turn fails `npm run lint`. */
const only = (name, from, allowed, comment) => ({
	name,
	comment,
	severity: 'error',
	from: { path: from },
	to: { path: '^(nodes|credentials|packages|service|test|scripts)/', pathNot: allowed },
});

/** Modules of the service from the ground up; those of one layer do not know each other. */
const SERVICE_LAYERS = [
	['turns', 'installation'],
	['net', 'db', 'files', 'workers'],
	['http', 'browser', 'secrets', 'model'],
	['usage', 'extract'],
	['engine', 'documents'],
	['monitoring', 'parse', 'plain'],
	['scrape'],
	['batch', 'crawl', 'search'],
	['logs'],
	['dashboard'],
];

const serviceLayerRules = SERVICE_LAYERS.flatMap((modules, layer) => {
	const known = SERVICE_LAYERS.slice(0, layer).flat();
	const inside = (names) => `^service/src/(${names.join('|')})/`;
	return modules.map((module) => ({
		name: `${module}-knows-what-is-below`,
		comment: 'A module of the service imports from the layers below it.',
		severity: 'error',
		from: { path: inside([module]) },
		to: { path: '^service/src/[^/]+/', pathNot: inside([module, ...known]) },
	}));
});

/** The packages that the service is made of; each imports only from those before it. */
const PACKAGES = ['markdown', 'page', 'documents', 'fields'];

const packageRules = PACKAGES.map((name, at) => ({
	name: `${name}-knows-what-is-below`,
	comment: 'A package imports from the packages before it and never from the service.',
	severity: 'error',
	from: { path: `^packages/${name}/src/` },
	to: {
		path: '^(nodes|credentials|packages|service|test|scripts)/',
		pathNot: `^packages/(${PACKAGES.slice(0, at + 1).join('|')})/`,
	},
}));

module.exports = {
	forbidden: [
		...packageRules,
		...serviceLayerRules,
		{
			name: 'modules-know-no-entrance',
			comment: 'app.ts puts the modules together; none of them knows it.',
			severity: 'error',
			from: { path: '^service/src/[^/]+/', pathNot: '^service/src/cli/' },
			to: { path: '^service/src/(app|serve|main)\\.ts$' },
		},
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no-orphans',
			severity: 'error',
			from: {
				orphan: true,
				path: '^(nodes|packages|service/src)/',
				pathNot: '\\.node\\.ts$|\\.d\\.ts$|main\\.ts$|/cli/|/assets/',
			},
			to: {},
		},
		{
			name: 'nodes-stand-alone',
			comment: 'No node imports another node.',
			severity: 'error',
			from: { path: '^nodes/(?!shared/)([^/]+)/' },
			to: { path: '^nodes/', pathNot: ['^nodes/shared/', '^nodes/$1/'] },
		},
		only('transport-is-the-ground', '^nodes/shared/transport/', '^nodes/shared/transport/'),
		only('jobs-over-transport', '^nodes/shared/jobs/', '^nodes/shared/(jobs|transport)/'),
		only('items-over-jobs', '^nodes/shared/items/', '^nodes/shared/(items|jobs|transport)/'),
		only(
			'fields-over-items',
			'^nodes/shared/fields/',
			'^nodes/shared/(fields|items|jobs|transport)/',
		),
		only(
			'job-types-over-operations',
			'^nodes/shared/(operations|fields|items|jobs|transport)/',
			'^nodes/shared/(operations|fields|items|jobs|transport)/',
			'What is known of one type of job is not known to what serves all of them.',
		),
		only('shared-knows-no-node', '^nodes/shared/', '^nodes/shared/'),
		only(
			'service-stands-alone',
			'^service/src/',
			'^(service/(src|node_modules)|packages)/',
			'Service and nodes share only api/.',
		),
		{
			name: 'queries-in-db',
			comment: 'Everything else asks the repositories.',
			severity: 'error',
			from: { path: '^service/src/(?!db/)' },
			to: { path: ['node_modules/kysely/', '^(node:)?sqlite$'] },
		},
		{
			name: 'published-code-has-no-dependencies',
			severity: 'error',
			from: { path: '^(nodes|credentials)/' },
			to: {
				dependencyTypes: ['npm', 'npm-dev', 'npm-no-pkg', 'npm-optional', 'core'],
				pathNot: ['node_modules/n8n-workflow/', '^n8n-workflow$', '^(node:)?crypto$'],
			},
		},
	],
	options: {
		doNotFollow: { path: 'node_modules' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.test.json' },
		enhancedResolveOptions: {
			extensions: ['.ts', '.mts', '.js', '.mjs', '.cjs', '.json'],
			// The packages import one another by what they export.
			exportsFields: ['exports'],
			conditionNames: ['import', 'require', 'node', 'default'],
		},
	},
};
