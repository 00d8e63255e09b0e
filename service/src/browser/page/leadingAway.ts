/// <reference lib="dom" />
import { parseAddress } from '@web-data-extraction/page/resolveAddress';
import { isErrorStatus } from '../../net/httpStatus.ts';
import { type PageHandles, waitForVirtualTime } from '../settling/settle.ts';
import { answerOf, ignoreTimeout } from '../timeLimit.ts';

/** Pages that redirect after a longer time are meant to be read. */
const LONGEST_LEAD_MS = 15_000;

/** Timers fire slightly late. */
const SLACK_MS = 500;

/** Longest wait for the address that the page redirects to. */
const ARRIVAL_TIMEOUT_MS = 5_000;

/** A page with more text than this is read as it is, wherever it redirects afterwards. */
const LONGEST_NOTICE_CHARACTERS = 1_500;

/** A page whose script redirects says so, and little else. */
const LONGEST_ANNOUNCEMENT_CHARACTERS = 500;
const ANNOUNCEMENT =
	/redirect|weiterleit|weitergeleitet|redirig|redirec|reindirizz|doorgestuurd|doorverwezen|przekierow|перенаправ|リダイレクト|自動的に|跳转|跳轉/i;
const IN_A_MOMENT = /\d\s*(?:s\b|sec|sek|seg|сек|秒)|moment|shortly|automat|autom[aá]t|自動的に/i;

interface LeadingFacts {
	/** Content of `<meta http-equiv="refresh">`; empty without one. */
	refresh: string;
	baseUrl: string;
	/** Beginning of the visible text, slightly longer than a notice. */
	text: string;
	hasScripts: boolean;
}

/**
 * Waits for a page that is only a notice ("You will be redirected in 5 seconds") to redirect,
 * by a refresh (element or header) or by a script. Error pages are not waited for: the error would
 * be lost.
 */
export async function followLead(handles: PageHandles): Promise<void> {
	const { page, clock, traffic } = handles;
	if (isErrorStatus(traffic.httpStatus)) return;
	const leadMs = await readLead(handles);
	if (leadMs === undefined) return;
	if (clock.isVirtual) {
		clock.grant(leadMs + SLACK_MS, true);
		await waitForVirtualTime(handles, ARRIVAL_TIMEOUT_MS);
		return;
	}
	const timeout = leadMs + SLACK_MS;
	await page.waitForEvent('framenavigated', { timeout }).catch(ignoreTimeout);
}

/** How long a page still takes to redirect, in milliseconds; undefined for one that stays. */
async function readLead({ page, evaluate, traffic }: PageHandles): Promise<number | undefined> {
	const facts = await answerOf(page, evaluate(readLeadingFacts, LONGEST_NOTICE_CHARACTERS + 1));
	if (facts === undefined || facts.text.length > LONGEST_NOTICE_CHARACTERS) return undefined;
	const refresh = facts.refresh === '' ? (traffic.headers['refresh'] ?? '') : facts.refresh;
	return refresh === '' ? findAnnouncement(facts) : readRefresh(refresh, page.url(), facts.baseUrl);
}

function findAnnouncement({ text, hasScripts }: LeadingFacts): number | undefined {
	if (!hasScripts || text.length > LONGEST_ANNOUNCEMENT_CHARACTERS) return undefined;
	return ANNOUNCEMENT.test(text) && IN_A_MOMENT.test(text) ? LONGEST_LEAD_MS : undefined;
}

/**
 * Reads the content of a refresh, such as `5; url=/next`.
 * @returns undefined when it leads nowhere else, or takes too long
 */
export function readRefresh(content: string, url: string, baseUrl: string): number | undefined {
	const parts = /^(\d+)(?:\.\d*)?([;,\s].*)$/s.exec(content.trim());
	if (parts === null) return undefined;
	const [, seconds = '', behind = ''] = parts;
	const named = behind.trim().replace(/^[;,]/, '').trim();
	const rest = named.replace(/^url\s*=/i, '').trim();
	const quote = /^["']/.exec(rest)?.[0];
	const [address = ''] = quote === undefined ? [rest] : rest.slice(1).split(quote, 1);
	const target = parseAddress(address, baseUrl)?.href.replace(/#.*/s, '');
	const leadMs = Number(seconds) * 1000;
	if (target === undefined || target === url.replace(/#.*/s, '')) return undefined;
	return leadMs <= LONGEST_LEAD_MS ? leadMs : undefined;
}

// Runs in the page.
function readLeadingFacts(_root: Element, length: number): LeadingFacts {
	const meta = document.querySelector('meta[http-equiv="refresh" i]');
	return {
		refresh: meta?.getAttribute('content') ?? '',
		baseUrl: document.baseURI,
		text: (document.body?.innerText ?? '').slice(0, length),
		hasScripts: document.scripts.length > 0,
	};
}
