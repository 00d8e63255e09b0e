/** Names and addresses of this machine and of private networks, as hosts of URLs are spelled. */
const PRIVATE_HOST = [
	/(^|\.)localhost$|^[^.:]+$|\.(local|internal|lan|home\.arpa)$/i,
	/^(0|10|127)\./,
	/^(169\.254|192\.168)\./,
	/^172\.(1[6-9]|2\d|3[01])\./,
	/^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
	/^\[(::|fe[89ab]|f[cd])/i,
];

function isPrivate({ hostname }: URL): boolean {
	return PRIVATE_HOST.some((pattern) => pattern.test(hostname));
}

/**
 * Whether an address that the service named is one for files: on the service's own host, or elsewhere
 * over https. A service on the internet may not send n8n to the private network that n8n is in; one
 * that is itself private may name any host. Names that only resolve to a private address are not seen.
 * @param baseUrl of the service
 */
export function isFileAddress(address: string, baseUrl: string): boolean {
	if (!URL.canParse(address)) return false;
	const url = new URL(address);
	const service = new URL(baseUrl);
	if (url.host === service.host)
		return url.protocol === service.protocol || url.protocol === 'https:';
	if (isPrivate(service)) return /^https?:$/.test(url.protocol);
	return url.protocol === 'https:' && !isPrivate(url);
}
