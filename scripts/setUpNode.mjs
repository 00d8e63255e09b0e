/** Sets up the packages and Node 24 if they are missing: programs of the service need no more. */
import { runProgram } from './lib/program.mjs';
import { setUpNode } from './lib/setup/setUp.mjs';

runProgram(async () => {
	await setUpNode();
	return 0;
});
