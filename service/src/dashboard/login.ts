import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SessionsRepository, DashboardPasswordRepository } from '../db/settings.ts';
import { type Page, sendOuterPage, showNotice } from './page.ts';
import { isPassword } from './password.ts';
import { localPath, loginClientId, readSession, rememberBrowser, writeSession } from './session.ts';
import { html } from './view/html.ts';

interface LoginTools {
	passwords: DashboardPasswordRepository;
	sessions: SessionsRepository;
}

const querySchema = z.object({ next: localPath }).catch({ next: '/' });
const formSchema = z.object({ password: z.string().catch(''), next: localPath });

/** `GET /login` and `POST /login`. */
export function registerLogin(server: FastifyInstance, { passwords, sessions }: LoginTools): void {
	const attempts = new LoginAttempts();

	server.get('/login', async (request, reply) => {
		const { next } = querySchema.parse(request.query);
		if (await sessions.isValid(readSession(request))) return reply.redirect(next, 303);
		return sendOuterPage(reply, loginPage(next));
	});

	server.post('/login', async (request, reply) => {
		const { password, next } = formSchema.parse(request.body ?? {});
		const { name: loginClient, isStranger } = loginClientId(request);
		const waitSeconds = Math.ceil(attempts.begin(loginClient, isStranger) / 1000);
		if (waitSeconds > 0) {
			const problem = `Too many wrong passwords. Try again in ${waitSeconds} s.`;
			reply.header('Retry-After', waitSeconds);
			return sendOuterPage(reply, { ...loginPage(next, problem), status: 429 });
		}
		if (!(await isPassword(password, (await passwords.readHash()) ?? ''))) {
			const problem = 'Wrong password. Check it and try again.';
			return sendOuterPage(reply, { ...loginPage(next, problem), status: 401 });
		}
		attempts.succeed(loginClient);
		writeSession(request, reply, await sessions.start());
		rememberBrowser(request, reply);
		return reply.redirect(next, 303);
	});
}

/** `POST /logout`; for users who are signed in. */
export function registerLogout(server: FastifyInstance, sessions: SessionsRepository): void {
	server.post('/logout', async (request, reply) => {
		await sessions.end(readSession(request));
		writeSession(request, reply, undefined);
		return reply.redirect('/login', 303);
	});
}

function loginPage(next: string, problem?: string): Page {
	const content = html`${problem !== undefined && showNotice({ tone: 'bad', text: problem })}
		<form method="post" action="/login">
			<input type="hidden" name="next" value="${next}" />
			<label for="password">Password</label>
			<input
				id="password"
				name="password"
				type="password"
				autocomplete="current-password"
				required
				autofocus
				aria-describedby="password-help"
			/>
			<p id="password-help" class="hint">
				<code>npm start</code> prints it each time; the service alone prints it only at its first
				start. Forgotten? Start the service with DASHBOARD_PASSWORD set to a new one.
			</p>
			<button type="submit">Sign In</button>
		</form>`;
	return { title: 'Sign In', content };
}

/** Wrong passwords in a row without a wait. */
const FREE_ATTEMPTS = 3;
const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = 60_000;
/** A client without an attempt for this long starts from scratch. */
const MEMORY_MS = 15 * 60_000;
const MAX_GUESSERS = 10_000;
/** Passwords that all strangers together may try in a minute, from any number of addresses. */
const STRANGERS_PER_MINUTE = 60;
const MINUTE_MS = 60_000;

/** Slows down guessing: after some wrong passwords the wait doubles with each further one. */
export class LoginAttempts {
	readonly #byClient = new Map<string, { count: number; lastMs: number }>();
	readonly #now: () => number;
	#strangers = { count: 0, sinceMs: -Infinity };

	constructor(now: () => number = Date.now) {
		this.#now = now;
	}

	/**
	 * Counts an attempt before its password is checked, so that several at a time gain nothing.
	 * @param loginClient a known browser, or the address of a stranger
	 * @param isStranger whether the attempt counts among those of all strangers
	 * @returns how long to wait, in milliseconds; 0 if the password may be checked now
	 */
	begin(loginClient: string, isStranger = false): number {
		const nowMs = this.#now();
		const known = this.#byClient.get(loginClient);
		const isRecent = known !== undefined && nowMs - known.lastMs < MEMORY_MS;
		const { count, lastMs } = isRecent ? known : { count: 0, lastMs: 0 };
		const waitMs = lastMs + waitAfter(count) - nowMs;
		if (waitMs > 0) return waitMs;
		const strangersWaitMs = isStranger ? this.#countStranger(nowMs) : 0;
		if (strangersWaitMs > 0) return strangersWaitMs;
		const [oldest] = this.#byClient.keys();
		if (this.#byClient.size >= MAX_GUESSERS && oldest !== undefined) {
			this.#byClient.delete(oldest);
		}
		// Set again, to be the last one to be forgotten.
		this.#byClient.delete(loginClient);
		this.#byClient.set(loginClient, { count: count + 1, lastMs: nowMs });
		return 0;
	}

	/** Strangers share one budget: addresses are cheap. Known browsers are counted separately. */
	#countStranger(nowMs: number): number {
		const isOver = nowMs - this.#strangers.sinceMs >= MINUTE_MS;
		if (isOver) this.#strangers = { count: 0, sinceMs: nowMs };
		if (this.#strangers.count >= STRANGERS_PER_MINUTE) {
			return this.#strangers.sinceMs + MINUTE_MS - nowMs;
		}
		this.#strangers.count += 1;
		return 0;
	}

	/** The password was right. */
	succeed(loginClient: string): void {
		this.#byClient.delete(loginClient);
	}
}

function waitAfter(count: number): number {
	if (count < FREE_ATTEMPTS) return 0;
	return Math.min(FIRST_WAIT_MS * 2 ** (count - FREE_ATTEMPTS), LONGEST_WAIT_MS);
}
