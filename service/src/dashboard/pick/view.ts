import type { SavedPick } from '../../db/savedPicks.ts';
import { postForm } from '../page.ts';
import { showDay } from '../view/format.ts';
import { html, type Html } from '../view/html.ts';
import { dataTable, factList, linkPage } from '../view/parts.ts';
import { showLines } from '../view/warnings.ts';
import type { OpenPick } from './pickStore.ts';

/** What was entered to open a page. */
export interface OpenForm {
	url: string;
	cookies: string;
	waitSeconds: number;
	/** ID of the saved pick that is opened again; empty for none. */
	saved: string;
	savedName?: string | undefined;
}

interface OpenFormView {
	form: OpenForm;
	/** Why the page was not opened. */
	problem: string | undefined;
	saved: readonly SavedPick[];
	formToken: string;
}

/** The form for a URL, and the saved picks. */
export function showOpenForm({ form, problem, saved, formToken }: OpenFormView): Html {
	const { url, cookies, waitSeconds, savedName } = form;
	const isDetailed = cookies !== '' || waitSeconds > 0;
	const fields = html`<input type="hidden" name="saved" value="${form.saved}" />
		<label for="url">URL of the Page</label>
		<div class="inline">
			<input
				id="url"
				name="url"
				type="url"
				value="${url}"
				required
				maxlength="8192"
				placeholder="https://"
				aria-describedby="url-help ${problem && 'url-problem'}"
				${problem && html`aria-invalid="true"`}
			/>
			<button>Open</button>
		</div>
		${problem && html`<p id="url-problem" class="problem" role="alert">${problem}</p>`}
		<p id="url-help" class="hint">
			The service opens it as a scrape does. You see its picture, and point at the values you want.
		</p>
		<details ${isDetailed && html`open`}>
			<summary>Cookies and Waiting</summary>
			<label for="cookies">Cookies</label>
			<input
				id="cookies"
				name="cookies"
				value="${cookies}"
				maxlength="12000"
				autocomplete="off"
				spellcheck="false"
				placeholder="name=value; other=value"
			/>
			<label for="waitSeconds">Seconds to Wait</label>
			<input
				id="waitSeconds"
				name="waitSeconds"
				type="number"
				min="0"
				max="60"
				value="${waitSeconds}"
			/>
			<p class="hint">
				For pages that need a sign-in, or show their content late. Cookies are not saved.
			</p>
		</details>`;
	return html`<section class="card" aria-labelledby="open-title">
			<h2 id="open-title">
				${savedName === undefined ? 'Open a Page' : `Open “${savedName}” Again`}
			</h2>
			${postForm('/pick', formToken, fields)}
		</section>
		<section class="card" aria-labelledby="saved-title">
			<h2 id="saved-title">Saved Picks <span class="count">${saved.length}</span></h2>
			${savedTable(saved, formToken)}
		</section>`;
}

function savedTable(saved: readonly SavedPick[], formToken: string): Html {
	return dataTable({
		caption: 'Saved picks',
		columns: ['Name', 'Page', 'Saved', 'Delete'],
		rows: saved.map(({ id, name, url, savedAtMs }) => ({
			cells: [
				html`<a href="/pick?saved=${id}">${name}</a>`,
				linkPage(url),
				showDay(savedAtMs),
				postForm(
					`/pick/saved/${id}/delete`,
					formToken,
					html`<button class="outline danger small">
						Delete<span class="unseen"> the pick ${name}</span>
					</button>`,
				),
			],
		})),
		whenEmpty: 'None yet. Name a pick to open it again when its page has changed.',
	});
}

const KEYS: readonly [keys: string, what: string][] = [
	['← →', 'previous or next value'],
	['↑ ↓', 'value above or below'],
	['Enter', 'take the value'],
	['+ −', 'wider or narrower'],
	['U', 'undo'],
	['Delete', 'remove the last taken field'],
];

/** The page for pointing; its script fills it. */
export function showWorkbench(pick: OpenPick, formToken: string): Html {
	const { id, page, url, name } = pick;
	return html`<p class="pick-address">
			${linkPage(url)} ${page.title !== '' && html`<span class="hint">${page.title}</span>`}
		</p>
		${page.warnings.length > 0 && html`<p class="reason">${showLines(page.warnings)}</p>`}
		<noscript><p class="notice bad">Pointing needs JavaScript in this browser.</p></noscript>
		<div class="workbench" data-pick="${id}" data-form-token="${formToken}" data-url="${url}">
			${showPicture(id)}
			<div class="pick-side">${showFields()} ${showResult()} ${showUses(name)}</div>
		</div>
		<script type="module" src="/assets/pick.js"></script>`;
}

/** The picture of the page, with what can be done while pointing at it. */
function showPicture(id: string): Html {
	return html`<section class="card pick-page" aria-labelledby="page-title">
		<div class="pick-head">
			<h2 id="page-title">The Page</h2>
			<div class="pick-tools" role="group" aria-label="Pointing">
				<button type="button" class="small" data-do="take">Take</button>
				<button type="button" class="outline secondary small" data-do="wider">Wider</button>
				<button type="button" class="outline secondary small" data-do="narrower">Narrower</button>
				<button type="button" class="outline secondary small" data-do="undo">Undo</button>
			</div>
		</div>
		<p class="hint" id="pick-help">
			Click a value. Click the same value of another entry, and all entries are taken. Then click
			the other values of one entry.
		</p>
		<p class="pick-said" role="status" data-said></p>
		<div
			class="pick-stage"
			tabindex="0"
			role="application"
			aria-label="Values of the page"
			aria-describedby="pick-help"
		>
			<div class="pick-canvas">
				<img src="/pick/${id}/picture" alt="" draggable="false" />
				<svg aria-hidden="true"></svg>
			</div>
		</div>
		<details>
			<summary>Keys</summary>
			${factList(KEYS)}
		</details>
	</section>`;
}

function showFields(): Html {
	return html`<section class="card" aria-labelledby="fields-title">
		<h2 id="fields-title">Fields</h2>
		<label for="pick-get">What to Get</label>
		<select id="pick-get">
			<option value="rows">Rows of a List</option>
			<option value="record">One Record</option>
		</select>
		<div data-fields></div>
	</section>`;
}

function showResult(): Html {
	return html`<section class="card" aria-labelledby="rows-title">
		<h2 id="rows-title">Result <span class="count" data-count></span></h2>
		<div data-warnings></div>
		<div class="pick-rows" tabindex="0" role="region" aria-label="First rows" data-rows></div>
	</section>`;
}

/** What is done with the fields: copied, saved, tried on another page. */
function showUses(name: string): Html {
	return html`<section class="card" aria-labelledby="use-title">
		<h2 id="use-title">Use in n8n</h2>
		${showCopy('node', 'Node: paste it onto n8n’s canvas')}
		${showCopy('schema', 'Schema: for Fields As, JSON Schema')}
		<form data-save>
			<label for="pick-name">Save as</label>
			<div class="inline">
				<input id="pick-name" value="${name}" required maxlength="100" autocomplete="off" />
				<button>Save</button>
			</div>
		</form>
		<form data-second>
			<label for="pick-second">Try on Another Page of the Kind</label>
			<div class="inline">
				<input id="pick-second" type="url" required maxlength="8192" placeholder="https://" />
				<button>Try</button>
			</div>
		</form>
		<div data-tried></div>
	</section>`;
}

/** A button that copies the node or the schema, shown by the script once there is one. */
function showCopy(what: 'node' | 'schema', label: string): Html {
	return html`<div class="inline">
		<button type="button" class="outline secondary small" data-copy="" data-of="${what}" hidden>
			Copy<span class="unseen"> the ${what}</span>
		</button>
		<span>${label}</span>
	</div>`;
}
