/** `npm start`: sets up what is missing, starts the local service and n8n, scrapes a page. */
import { chooseBrowserSandbox } from './lib/browserSandbox.mjs';
import { continueUnderNode24, runProgram, treatStopAsSuccess } from './lib/program.mjs';
import { failWhenEnded } from './lib/server.mjs';
import { setUpNode, setUpPackedPackage, setUpTools } from './lib/setup/setUp.mjs';
import { describeLocalModels } from './lib/start/localModels.mjs';
import { readOptions, USAGE } from './lib/start/options.mjs';
import { choosePage } from './lib/start/page.mjs';
import { assertPortsFree } from './lib/start/ports.mjs';
import { say, step } from './lib/steps.mjs';

runProgram(async () => {
	const options = readOptions(process.argv.slice(2), process.env);
	if (options.help) {
		console.log(USAGE);
		return 0;
	}
	await assertPortsFree(options);
	await setUpNode();
	await continueUnderNode24();
	await setUpTools();
	await setUpPackedPackage();
	await chooseBrowserSandbox();
	// The set-up may have taken minutes.
	await assertPortsFree(options);
	// Needs packages that the set-up has installed.
	const { startEverything } = await import('./lib/start/startEverything.mjs');
	const url = await choosePage(options.url);
	const running = await startEverything(options, url);
	const items = await step(`Scraping ${url} in n8n`, () => running.scrape(url));
	console.log(JSON.stringify(items));
	for (const sentence of await describeLocalModels(process.env)) say(sentence);
	if (options.once) {
		return 0;
	}
	treatStopAsSuccess();
	console.log(describeRunning(running));
	return await Promise.race([failWhenEnded(running.n8n), failWhenEnded(running.service)]);
});

/** @param {import('./lib/start/startEverything.mjs').Running} running */
function describeRunning({ n8n, service, secrets, exampleUrl, files }) {
	return `
Start here:     ${exampleUrl}
  sign in:      ${secrets.owner.email}
  password:     ${secrets.owner.password}
All examples:   ${n8n.baseUrl}/home/workflows
Local service:  ${service.baseUrl}
  API key:      ${secrets.apiKey}
Its dashboard:  ${new URL('/', service.baseUrl)}
  password:     ${secrets.dashboardPassword}
Files go to:    ${files}
Logs:           ${n8n.logFile}
                ${service.logFile}

Ctrl+C stops both.`;
}
