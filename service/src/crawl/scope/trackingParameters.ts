/** Prefixes of query parameters that only tell where a visitor came from. */
const TRACKING_PREFIXES = ['utm_', 'pk_', 'mtm_', 'hsa_'];

/** Query parameters that only tell where a visitor came from. */
const TRACKING_NAMES: ReadonlySet<string> = new Set([
	...['gclid', 'gclsrc', 'gbraid', 'wbraid', 'dclid', 'fbclid', 'msclkid', 'yclid', 'twclid'],
	...['ttclid', 'igshid', 'igsh', 'li_fat_id', 'mc_cid', 'mc_eid', '_ga', '_gl', '_hsenc'],
	...['_hsmi', 'hsctatracking', 'mkt_tok', 'vero_id', 'oly_anon_id', 'oly_enc_id', 'wickedid'],
	...['_openstat', 'yadclid', 'srsltid', 'cvid', 's_kwcid', 'ef_id'],
]);

/** Query parameters that carry a visitor's session. */
const SESSION_NAMES: ReadonlySet<string> = new Set([
	...['phpsessid', 'jsessionid', 'sessionid', 'session_id', 'aspsessionid', 'cfid', 'cftoken'],
]);

/** Whether a query parameter leaves the page as it is, so that crawling ignores it. */
export function isTrackingParameter(name: string): boolean {
	const lower = name.toLowerCase();
	return (
		TRACKING_NAMES.has(lower) ||
		SESSION_NAMES.has(lower) ||
		TRACKING_PREFIXES.some((prefix) => lower.startsWith(prefix))
	);
}
