import { z } from 'zod';
import { type ApiKey, KeyRuleError, type KeysRepository, MAX_KEYS } from '../db/keys.ts';
import { type Notice, type Page, type Pages, postForm } from './page.ts';
import { showDay } from './view/format.ts';
import { html, type Html } from './view/html.ts';
import { dataTable } from './view/parts.ts';

const MAX_NAME_LENGTH = 100;

interface KeyTools {
	keys: KeysRepository;
	/** How many keys the setting `API_KEYS` adds. */
	environmentKeys: number;
}

const nameForm = z.object({ name: z.string().trim().max(MAX_NAME_LENGTH) });
const switchForm = z.object({ active: z.enum(['true', 'false']) });

/** The keys: listed, created, enabled, disabled and deleted, by the rules of the repository. */
export function registerKeys(pages: Pages, { keys, environmentKeys }: KeyTools): void {
	const showKeys = async (formToken: string, refused?: Refusal): Promise<Page> => ({
		title: 'API Keys',
		content: showList(await keys.list(), environmentKeys, formToken, refused),
	});

	pages.get('/keys', (_request, formToken) => showKeys(formToken));

	pages.post('/keys', async (request, formToken) => {
		const form = nameForm.safeParse(request.body);
		const name = form.data?.name ?? '';
		const made = form.success
			? await keepRules(() => keys.make(name))
			: `A name can have up to ${MAX_NAME_LENGTH} characters.`;
		if (typeof made === 'string') {
			return { ...(await showKeys(formToken, { name, problem: made })), status: 400 };
		}
		const newKey = { name, key: made.key };
		return {
			to: '/keys',
			notice: { tone: 'good', text: `The key "${name}" was created.`, newKey },
		};
	});

	const change = (path: string, act: (id: string, body: unknown) => Promise<string>): void => {
		pages.post(path, async ({ params, body }) => {
			const outcome = await keepRules(async () => ({ text: await act(params.id, body) }));
			const notice: Notice =
				typeof outcome === 'string'
					? { tone: 'bad', text: outcome }
					: { tone: 'good', text: outcome.text };
			return { to: '/keys', notice };
		});
	};

	change('/keys/:id/active', async (id, body) => {
		const isActive = switchForm.parse(body).active === 'true';
		const { name } = await keys.setActive(id, isActive);
		return isActive
			? `The key "${name}" is accepted again.`
			: `The key "${name}" is disabled: the API rejects it from now on.`;
	});

	change('/keys/:id/delete', async (id) => {
		const { name } = await keys.remove(id, environmentKeys);
		return `The key "${name}" was deleted.`;
	});
}

/** The result of a change, or the rule of the keys that it would have broken. */
async function keepRules<Value extends object>(
	change: () => Promise<Value>,
): Promise<Value | string> {
	try {
		return await change();
	} catch (error) {
		if (error instanceof KeyRuleError) return error.message;
		throw error;
	}
}

/** A name that was rejected, and why. */
interface Refusal {
	name: string;
	problem: string;
}

function showList(
	keys: readonly ApiKey[],
	environmentKeys: number,
	formToken: string,
	refused: Refusal | undefined,
): Html {
	const isOnlyKey = keys.length + environmentKeys === 1;
	const table = dataTable({
		caption: 'API keys',
		columns: ['Name', 'Key', 'Created', 'Active', 'Delete'],
		rows: keys.map((key) => ({
			cells: [
				key.name,
				html`<code>${key.hint}</code>`,
				showDay(key.createdAtMs),
				activeSwitch(key, formToken),
				isOnlyKey ? 'The last key cannot be deleted' : deleteControl(key, formToken),
			],
		})),
		whenEmpty: environmentKeys > 0 ? 'No keys in this list yet.' : 'No keys yet. Create one below.',
	});
	return html`<section class="card" aria-labelledby="list-title">
			<h2 id="list-title">Your Keys <span class="count">${keys.length} of ${MAX_KEYS}</span></h2>
			${table} ${environmentKeys > 0 && environmentNote(environmentKeys)}
		</section>
		<section class="card" aria-labelledby="make-title">
			<h2 id="make-title">Create a Key</h2>
			${postForm('/keys', formToken, makeFields(refused))}
		</section>`;
}

function activeSwitch({ id, name, isActive }: ApiKey, formToken: string): Html {
	return postForm(
		`/keys/${id}/active`,
		formToken,
		html`<input type="hidden" name="active" value="${String(!isActive)}" />
			<button class="switch" role="switch" aria-checked="${String(isActive)}">
				<span class="unseen">Active: ${name}</span>
				<span class="knob" aria-hidden="true"></span>
				<span aria-hidden="true">${isActive ? 'On' : 'Off'}</span>
			</button>`,
	);
}

function deleteControl({ id, name }: ApiKey, formToken: string): Html {
	const confirmation = html`<p class="hint">Programs that use it lose access immediately.</p>
		<button class="outline danger small">Delete &ldquo;${name}&rdquo;</button>`;
	return html`<details>
		<summary class="small">Delete<span class="unseen"> ${name}</span></summary>
		${postForm(`/keys/${id}/delete`, formToken, confirmation)}
	</details>`;
}

function environmentNote(count: number): Html {
	return html`<p class="hint">
		${count === 1 ? 'One more key is' : `${count} more keys are`} set in API_KEYS, a setting of the
		service, and cannot be changed here. <code>npm start</code> sets one for n8n.
	</p>`;
}

function makeFields(refused: Refusal | undefined): Html {
	return html`<label for="name">Name</label>
		<div class="inline">
			<input
				id="name"
				name="name"
				value="${refused?.name}"
				required
				maxlength="${MAX_NAME_LENGTH}"
				autocomplete="off"
				aria-describedby="name-help ${refused && 'name-problem'}"
				${refused && html`aria-invalid="true" autofocus`}
			/>
			<button>Create Key</button>
		</div>
		${refused && html`<p id="name-problem" class="problem" role="alert">${refused.problem}</p>`}
		<p id="name-help" class="hint">What will use it, e.g. n8n. Create one key per program.</p>`;
}
