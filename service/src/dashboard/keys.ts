import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { type ApiKey, KeyRuleError, type KeysRepository, MAX_KEYS } from '../db/keys.ts';
import { readVisit } from './session.ts';
import type { Notices, PendingNotice } from './notices.ts';
import { sendPage } from './pages.ts';
import { copyControl } from './view/controls.ts';
import { dataTable } from './view/dataTable.ts';
import { type Content, html, type Html } from './view/html.ts';
import { formTokenField, showPage } from './view/layout.ts';
import { showDay } from './view/format.ts';

const PATH = '/keys';
const MAX_NAME_LENGTH = 100;

interface KeyTools {
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

interface KeysView {
	keys: ApiKey[];
	/** How many keys the setting `API_KEYS` adds. */
	environmentKeys: number;
	notice: PendingNotice | undefined;
	/** A name that could not be taken, and why. */
	refused?: { name: string; problem: string };
	formToken: string;
}

/** The page of the API keys. */
function showKeysPage(view: KeysView): Html {
	const { keys, notice, formToken } = view;
	return showPage({
		title: 'API Keys',
		place: '/keys',
		notice,
		formToken,
		content: html`
			${notice?.newKey && newKey(notice.newKey)}
			<section class="card" aria-labelledby="list-title">
				<h2 id="list-title">Your Keys <span class="count">${keys.length} of ${MAX_KEYS}</span></h2>
				${keyTable(view)} ${environmentNote(view.environmentKeys)}
			</section>
			${makeForm(view)}
		`,
	});
}

function newKey({ name, key }: { name: string; key: string }): Html {
	return html`<section class="card fresh" aria-labelledby="fresh-title">
		<h2 id="fresh-title">New Key</h2>
		<p>Copy it now: only its hash is stored, so it cannot be shown again.</p>
		<label for="new-key">Key &ldquo;${name}&rdquo;</label>
		<div class="inline">
			<input id="new-key" class="code" value="${key}" readonly spellcheck="false" />
			${copyControl(key, `the key ${name}`)}
		</div>
	</section>`;
}

function keyTable({ keys, environmentKeys, formToken }: KeysView): Html {
	return dataTable({
		caption: 'API keys',
		columns: [
			{ label: 'Name' },
			{ label: 'Key' },
			{ label: 'Made' },
			{ label: 'Active' },
			{ label: 'Delete' },
		],
		rows: keys.map((key) => ({
			cells: [
				key.name,
				html`<code>${key.hint}</code>`,
				showDay(key.createdAtMs),
				activeSwitch(key, formToken),
				keys.length + environmentKeys === 1 ? 'The last key stays' : deleteControl(key, formToken),
			],
		})),
		whenEmpty:
			environmentKeys > 0
				? 'No key was made here. Programs use the setting API_KEYS.'
				: 'There are no keys yet. Make one below.',
	});
}

function activeSwitch({ id, name, isActive }: ApiKey, formToken: string): Html {
	return html`<form method="post" action="/keys/${id}/active">
		${formTokenField(formToken)}
		<input type="hidden" name="active" value="${String(!isActive)}" />
		<button class="switch" role="switch" aria-checked="${String(isActive)}">
			<span class="unseen">Active: ${name}</span>
			<span class="knob" aria-hidden="true"></span>
			<span aria-hidden="true">${isActive ? 'On' : 'Off'}</span>
		</button>
	</form>`;
}

function deleteControl({ id, name }: ApiKey, formToken: string): Html {
	return html`<details class="confirm">
		<summary class="button small">Delete<span class="unseen"> ${name}</span></summary>
		<form method="post" action="/keys/${id}/delete">
			${formTokenField(formToken)}
			<p>Programs that use it are refused at once.</p>
			<button class="button small danger">Delete &ldquo;${name}&rdquo;</button>
		</form>
	</details>`;
}

function environmentNote(count: number): Content {
	if (count === 0) return undefined;
	return html`<p class="hint">
		${count === 1 ? 'One key is' : `${count} keys are`} accepted from the setting API_KEYS, besides
		those of this list. This page cannot change it; <code>npm start</code> makes one for n8n.
	</p>`;
}

function makeForm({ refused, formToken }: KeysView): Html {
	return html`<section class="card" aria-labelledby="make-title">
		<h2 id="make-title">Make a Key</h2>
		<form method="post" action="/keys">
			${formTokenField(formToken)}
			<label for="name">Name</label>
			<div class="inline">
				<input
					id="name"
					name="name"
					value="${refused?.name}"
					required
					maxlength="100"
					autocomplete="off"
					aria-describedby="name-help ${refused && 'name-problem'}"
					${refused && html`aria-invalid="true" autofocus`}
				/>
				<button class="button primary">Make Key</button>
			</div>
			${refused && html`<p id="name-problem" class="problem" role="alert">${refused.problem}</p>`}
			<p id="name-help" class="hint">Say what will use it, such as n8n. One key per program.</p>
		</form>
	</section>`;
}
