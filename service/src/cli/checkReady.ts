/**
 * Exits with 0 if the service that listens on PORT on this machine can work (`GET /readyz`), else with 1 and
 * its response. For health checks of containers. Reads no other setting, so that it starts fast.
 */
async function listObstacles(): Promise<string> {
	const { PORT = '8330' } = process.env;
	try {
		const answer = await fetch(`http://127.0.0.1:${PORT}/readyz`);
		return answer.ok ? '' : await answer.text();
	} catch (error) {
		return `No answer on port ${PORT}: ${String(Object(error).cause ?? error)}`;
	}
}

const obstacles = await listObstacles();
if (obstacles !== '') {
	console.error(obstacles);
	process.exitCode = 1;
}
