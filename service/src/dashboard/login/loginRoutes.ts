import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SessionsRepository } from '../../db/sessions.ts';
import type { DashboardPasswordRepository } from '../../db/settings.ts';
import { type KnownBrowsers, readSessionCookie, writeSessionCookie } from '../access/cookies.ts';
import { localPath } from '../access/localPath.ts';
import type { LoginAttempts } from '../access/loginAttempts.ts';
import { isPassword } from '../access/password.ts';
import { sendPage } from '../pages.ts';
import { html, type Html } from '../view/html.ts';
import { showNotice, showOuterPage } from '../view/layout.ts';

export interface LoginTools {
	passwords: DashboardPasswordRepository;
	sessions: SessionsRepository;
	attempts: LoginAttempts;
	browsers: KnownBrowsers;
}

const querySchema = z.object({ next: localPath }).catch({ next: '/' });
const formSchema = z.object({ password: z.string().catch(''), next: localPath });

/** `GET /login` and `POST /login`. */
export function registerLogin(server: FastifyInstance, tools: LoginTools): void {
	const { passwords, sessions, attempts, browsers } = tools;

	server.get('/login', async (request, reply) => {
		const { next } = querySchema.parse(request.query);
		const token = readSessionCookie(request);
		if (token !== undefined && (await sessions.isValid(token))) return reply.redirect(next, 303);
		return sendPage(reply, showLogin(next));
	});

	server.post('/login', async (request, reply) => {
		const { password, next } = formSchema.parse(request.body ?? {});
		const guesser = browsers.nameGuesser(request);
		const waitSeconds = Math.ceil(attempts.begin(guesser) / 1000);
		if (waitSeconds > 0) {
			const problem = `Too many wrong passwords. Try again in ${waitSeconds} s.`;
			reply.code(429).header('Retry-After', waitSeconds);
			return sendPage(reply, showLogin(next, problem));
		}
		if (!(await isPassword(password, (await passwords.readHash()) ?? ''))) {
			const problem = 'That is not the password. Check it and try again.';
			return sendPage(reply.code(401), showLogin(next, problem));
		}
		attempts.succeed(guesser);
		writeSessionCookie(request, reply, await sessions.start());
		browsers.remember(request, reply);
		return reply.redirect(next, 303);
	});
}

/** `POST /logout`; for people who are signed in. */
export function registerLogout(server: FastifyInstance, sessions: SessionsRepository): void {
	server.post('/logout', async (request, reply) => {
		const token = readSessionCookie(request);
		if (token !== undefined) await sessions.end(token);
		writeSessionCookie(request, reply, undefined);
		return reply.redirect('/login', 303);
	});
}

function showLogin(next: string, problem?: string): Html {
	return showOuterPage(
		'Sign In',
		html`${problem !== undefined && showNotice({ tone: 'bad', text: problem })}
			<form method="post" action="/login" class="stack">
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
					<code>npm start</code> prints it each time, the service by itself only at its first start.
					Forgotten? Start the service with DASHBOARD_PASSWORD set to a new one.
				</p>
				<button class="button primary">Sign In</button>
			</form>`,
	);
}
