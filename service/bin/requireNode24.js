// Older versions of Node.js cannot even load the service, so its commands ask first.
const [major] = process.versions.node.split('.');
if (Number(major) < 24) {
	console.error(`The service needs Node.js 24 or newer; this is ${process.versions.node}.`);
	process.exit(1);
}
