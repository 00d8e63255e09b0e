/** Sets up whatever is missing: packages, Node 24, generated types, n8n, the packed package. */
import { continueUnderNode24, runProgram } from './lib/program.mjs';
import { setUpNode, setUpPackedPackage, setUpTools } from './lib/setup/setUp.mjs';

runProgram(async () => {
	await setUpNode();
	await continueUnderNode24();
	await setUpTools();
	await setUpPackedPackage();
	return 0;
});
