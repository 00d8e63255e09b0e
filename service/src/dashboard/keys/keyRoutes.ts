import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { KeyRuleError, type KeysRepository } from '../../db/keys.ts';
import { readVisit } from '../access/guards.ts';
import type { Notices, PendingNotice } from '../notices.ts';
import { sendPage } from '../pages.ts';
import { showKeysPage } from './keysPage.ts';

const PATH = '/keys';
const MAX_NAME_LENGTH = 100;

export interface KeyTools {
	keys: KeysRepository;
	notices: Notices;
	/** How many keys the setting `API_KEYS` adds. */
	environmentKeys: number;
}

const nameForm = z.object({ name: z.string().trim().max(MAX_NAME_LENGTH) });
const switchForm = z.object({ active: z.enum(['true', 'false']) });

type KeyRoute = { Params: { id: string } };

/** The keys: listed, made, switched and deleted, by the rules of the keys themselves. */
export function registerKeys(server: FastifyInstance, tools: KeyTools): void {
	const { keys, notices, environmentKeys } = tools;

	server.get(PATH, async (request, reply) => {
		const visit = readVisit(request);
		const notice = notices.take(visit.session);
		const { formToken } = visit;
		const view = { keys: await keys.list(), environmentKeys, notice, formToken };
		return sendPage(reply, showKeysPage(view));
	});

	server.post(PATH, async (request, reply) => {
		const { session, formToken } = readVisit(request);
		const form = nameForm.safeParse(request.body);
		const name = form.data?.name ?? '';
		const made = form.success
			? await tryRule(async () => (await keys.make(name)).key)
			: { problem: `A name has ${MAX_NAME_LENGTH} characters at most. Choose a shorter one.` };
		if ('problem' in made) {
			const refused = { name, problem: made.problem };
			const list = await keys.list();
			const view = { keys: list, environmentKeys, notice: undefined, refused, formToken };
			return sendPage(reply.code(400), showKeysPage(view));
		}
		const newKey = { name, key: made.value };
		notices.leave(session, { tone: 'good', text: `The key "${name}" is made.`, newKey });
		return reply.redirect(PATH, 303);
	});

	server.post<KeyRoute>(`${PATH}/:id/active`, async (request, reply) => {
		const isActive = switchForm.parse(request.body).active === 'true';
		const change = async () => {
			const { name } = await keys.setActive(request.params.id, isActive);
			return isActive
				? `The key "${name}" is accepted again.`
				: `The key "${name}" is switched off: the API refuses it from now on.`;
		};
		notices.leave(readVisit(request).session, toNotice(await tryRule(change)));
		return reply.redirect(PATH, 303);
	});

	server.post<KeyRoute>(`${PATH}/:id/delete`, async (request, reply) => {
		const change = async () =>
			`The key "${(await keys.remove(request.params.id, environmentKeys)).name}" is deleted.`;
		notices.leave(readVisit(request).session, toNotice(await tryRule(change)));
		return reply.redirect(PATH, 303);
	});
}

type Outcome<Value> = { value: Value } | { problem: string };

async function tryRule<Value>(change: () => Promise<Value>): Promise<Outcome<Value>> {
	try {
		return { value: await change() };
	} catch (error) {
		if (error instanceof KeyRuleError) return { problem: error.message };
		throw error;
	}
}

function toNotice(outcome: Outcome<string>): PendingNotice {
	return 'problem' in outcome
		? { tone: 'bad', text: outcome.problem }
		: { tone: 'good', text: outcome.value };
}
