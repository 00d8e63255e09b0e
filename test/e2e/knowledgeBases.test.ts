import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { itemsOf, type Execution } from '../../scripts/lib/n8n/executions.mjs';
import type { Workflow } from '../../scripts/lib/n8n/workflows.mjs';
import { readJson } from '../../scripts/lib/repository.mjs';
import { startPages, type Pages } from '../contract/support/startPages';
import { joinService } from '../contract/support/sharedService';
import { startEmbeddings, type Embeddings } from './scripted/embeddings';
import { useN8n } from './scripted/n8nBench';
import { startScriptedModel } from './scripted/scriptedModel';
import { CREDENTIAL_TYPE } from './scripted/scrapeWorkflow';

/** Templates that keep sections of pages and documents, run night after night in a real n8n. */

const bench = useN8n();
const FOLDER = join(__dirname, '../../examples');

const words = (about: string) =>
	`<p>${`This is what the guide says about ${about}. `.repeat(8)}</p>`;

/** The site as it is tonight: the body of each page by its path. */
let site: Record<string, string> = {};
let pages: Pages;
const service = joinService();
let embeddings: Embeddings;

beforeAll(async () => {
	pages = await startPages((request, response) => {
		const body = site[request.url ?? ''];
		const title = /<h1[^>]*>(.*?)<\/h1>/.exec(body ?? '')?.[1] ?? 'Missing';
		response.writeHead(body === undefined ? 404 : 200, { 'Content-Type': 'text/html' });
		response.end(`<!doctype html><title>${title}</title><body>${body ?? title}</body>`);
	});
	embeddings = await startEmbeddings();
});

afterAll(async () => {
	await Promise.all([pages?.stop(), embeddings?.close()]);
});

/** Imports a template for this machine's site, service and embeddings. */
async function importTemplate(
	file: string,
	change: (workflow: Workflow) => Workflow = (workflow) => workflow,
): Promise<string> {
	const text = JSON.stringify(readJson(join(FOLDER, file)))
		.replaceAll('https://example.com', pages.url)
		.replaceAll('/home/node/.n8n-files', join(bench.n8n.userFolder, 'files'));
	const { baseUrl, apiKey } = service;
	const data = { baseUrl, apiKey, authentication: 'bearer' };
	return await bench.n8n.importWorkflow(change(JSON.parse(text)), {
		[CREDENTIAL_TYPE]: await bench.n8n.createCredential({
			name: 'Service',
			type: CREDENTIAL_TYPE,
			data,
		}),
		openAiApi: await bench.n8n.createCredential({
			name: 'Embeddings',
			type: 'openAiApi',
			data: { ...embeddings.credential },
		}),
	});
}

async function runOnce(id: string): Promise<Execution> {
	const execution = await bench.n8n.run(id, { trigger: 'Start' });
	expect(execution.error).toBeUndefined();
	return execution;
}

const jsonOf = (execution: Execution, node: string) =>
	itemsOf(execution, node).map(({ json }) => Object(json));

const GUIDE = (links: string) =>
	`<h1 id="guide">Guide</h1>${words('itself')}<ul>${links}</ul><h2 id="help">Help</h2>${words('help')}`;
const link = (path: string) => `<li><a href="${path}">About ${path.slice(1)}</a></li>`;

test('19-documentation-to-a-knowledge-base.json keeps a site over five nights, and an agent answers from it', async () => {
	const id = await importTemplate('19-documentation-to-a-knowledge-base.json');
	/** Sections in the store after a night, and texts that were embedded in it. */
	const night = async () => {
		const execution = await runOnce(id);
		const stored = jsonOf(execution, 'All sections');
		return { execution, stored, embedded: embeddings.takeTexts().length };
	};
	site = {
		'/': GUIDE(link('/install') + link('/use')),
		'/install': `<h1 id="top">Install</h1>${words('ships')}<h2 id="docker">Docker</h2>${words('docker')}`,
		'/use': `<h1>Use</h1>${words('sailing')}`,
	};

	const first = await night();
	expect(first.stored).toHaveLength(5);
	expect(first.embedded).toBe(5);
	expect(first.stored).toContainEqual(
		expect.objectContaining({
			page: `${pages.url}/install`,
			url: `${pages.url}/install#docker`,
			sectionPath: 'Install > Docker',
			title: 'Install',
			content: expect.stringMatching(/^Install > Docker\n\n[^]*about docker/),
		}),
	);

	const quiet = await night();
	expect(jsonOf(quiet.execution, 'Crawl documentation')).toEqual([]);
	expect(quiet.embedded).toBe(0);

	site['/install'] += `<h2 id="snap">Snap</h2>${words('snap')}`;
	const changed = await night();
	expect(jsonOf(changed.execution, 'Insert sections')).toHaveLength(3);
	expect(changed.stored).toHaveLength(6);

	site['/'] = GUIDE(link('/install'));
	delete site['/use'];
	const removed = await night();
	expect(removed.stored.map(({ page }) => page)).not.toContain(`${pages.url}/use`);
	expect(removed.stored).toHaveLength(5);

	site['/'] = GUIDE(link('/install') + link('/faq'));
	site['/faq'] = `<h1>Questions</h1>${words('questions')}`;
	const added = await night();
	expect(added.stored).toHaveLength(6);
	expect(new Set(added.stored.map(({ sectionId }) => sectionId)).size).toBe(6);
	expect(added.embedded).toBe(6);

	const model = await startScriptedModel([{ input: { input: 'install with docker' } }]);
	const modelLink = await bench.n8n.createCredential({
		name: 'Model',
		type: 'openAiApi',
		data: { ...model.credential },
	});
	const agent = await importTemplate('22-agent-answers-from-a-knowledge-base.json');
	const stored = await bench.n8n.request('GET', `/rest/workflows/${agent}`);
	const nodes = stored.nodes.map((node: Workflow['nodes'][number]) =>
		node.name === 'Model'
			? {
					...node,
					parameters: { ...node.parameters, responsesApiEnabled: false },
					credentials: { openAiApi: modelLink },
				}
			: node,
	);
	const own = await bench.n8n.importWorkflow({ ...stored, nodes });
	await runOnce(own);
	await model.close();
	expect(embeddings.takeTexts()).toEqual(['install with docker']);
	// A passage comes with its path and address.
	expect(model.toolAnswers.join('\n')).toContain('what the guide says about docker');
	expect(model.toolAnswers.join('\n')).toContain(`${pages.url}/install#docker`);
	expect(model.toolAnswers.join('\n')).toContain('Install > Docker');
});

test('20-folder-of-documents-to-a-knowledge-base.json reads what is new or changed in a folder, and forgets what is gone', async () => {
	const folder = join(bench.n8n.userFolder, 'files', 'documents');
	const put = (name: string, html: string) => writeFileSync(join(folder, name), html);
	mkdirSync(folder, { recursive: true });
	put('ships.html', `<title>All ships</title><h1>Ships</h1>${words('ships')}`);
	put('ports.html', `<h1>Ports</h1>${words('ports')}<h2>North</h2>${words('the north')}`);
	const id = await importTemplate('20-folder-of-documents-to-a-knowledge-base.json');

	const first = await runOnce(id);
	expect(jsonOf(first, 'All sections')).toMatchObject([
		{ fileName: 'ports.html', sectionPath: 'Ports', title: 'ports.html', pageNumber: '1' },
		{ fileName: 'ports.html', sectionPath: 'Ports > North' },
		{ fileName: 'ships.html', sectionPath: 'Ships', title: 'All ships' },
	]);
	expect(embeddings.takeTexts()).toHaveLength(3);

	put('ports.html', `<h1>Ports</h1>${words('one port')}`);
	put('crews.html', `<h1>Crews</h1>${words('crews')}`);
	rmSync(join(folder, 'ships.html'));
	const second = await runOnce(id);
	expect(jsonOf(second, 'Not stored yet').map(({ fileName }) => fileName)).toEqual([
		'crews.html',
		'ports.html',
	]);
	expect(
		jsonOf(second, 'All sections').map(({ fileName, content }) => [
			fileName,
			/about (.*?)\./.exec(content)?.[1],
		]),
	).toEqual([
		['crews.html', 'crews'],
		['ports.html', 'one port'],
	]);
	expect(embeddings.takeTexts()).toHaveLength(2);

	const third = await runOnce(id);
	expect(jsonOf(third, 'Parse documents')).toEqual([]);
});

test('21-terms-of-service-watcher.json tells which sections changed, with their old and new text', async () => {
	const folder = join(bench.n8n.userFolder, 'files');
	mkdirSync(folder, { recursive: true });
	writeFileSync(
		join(folder, 'terms.csv'),
		`service,url\nHolm,${pages.url}/terms\nLost,${pages.url}/gone\n`,
	);
	const terms = (refunds: string, more = '') =>
		`<h1>Terms</h1>${words('orders')}<h2>Refunds</h2><p>${refunds}</p>${more}`;
	site = {
		'/terms': terms('Within thirty days.', `<h2>Pets</h2><p>Pets are welcome on board.</p>`),
		'/gone': `<h1>Lost terms</h1>${words('losses')}`,
	};
	const id = await importTemplate('21-terms-of-service-watcher.json');
	const messagesOf = (execution: Execution) =>
		['Changed section', 'New section', 'Removed section'].map((node) =>
			jsonOf(execution, node).map(({ message }) => message),
		);

	expect(messagesOf(await runOnce(id))).toEqual([[], [], []]);
	expect(messagesOf(await runOnce(id))).toEqual([[], [], []]);

	site = { '/terms': terms('Within ten days.', '<h2>Data</h2><p>We sell your data.</p>') };
	const changed = messagesOf(await runOnce(id));
	expect(changed).toEqual([
		[
			expect.stringMatching(
				/^Holm: 'Terms > Refunds' has changed\.\n\n- [^+]*Within thirty days\.\n\+ [^]*Within ten days\./,
			),
		],
		[expect.stringMatching(/^Holm: 'Terms > Data' is new\.\n\n\+ [^]*We sell your data\./)],
		[expect.stringMatching(/^Holm: 'Terms > Pets' was removed\.\n\n- [^]*Pets are welcome/)],
	]);

	// The page that could not be read is as it was.
	site['/gone'] = `<h1>Lost terms</h1>${words('losses')}`;
	expect(messagesOf(await runOnce(id))).toEqual([[], [], []]);
});
