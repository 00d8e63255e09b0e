import { type ApiKey, MAX_KEYS } from '../../db/keys.ts';
import type { PendingNotice } from '../notices.ts';
import { copyControl } from '../view/controls.ts';
import { dataTable } from '../view/dataTable.ts';
import { type Content, html, type Html } from '../view/html.ts';
import { formTokenField, showPage } from '../view/layout.ts';
import { showDay } from '../view/moments.ts';

export interface KeysView {
	keys: ApiKey[];
	/** How many keys the setting `API_KEYS` adds. */
	environmentKeys: number;
	notice: PendingNotice | undefined;
	/** A name that could not be taken, and why. */
	refused?: { name: string; problem: string };
	formToken: string;
}

/** The page of the API keys. */
export function showKeysPage(view: KeysView): Html {
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
