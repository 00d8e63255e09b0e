import { announce } from './announce.js';

const COPIED_NOTICE_MS = 2000;

// Browsers offer the clipboard to secure pages only; a service in the own network is none.
async function copy(text) {
	if (navigator.clipboard !== undefined) {
		await navigator.clipboard.writeText(text);
		return;
	}
	const field = document.createElement('textarea');
	field.value = text;
	field.className = 'unseen';
	document.body.append(field);
	field.select();
	const isCopied = document.execCommand('copy');
	field.remove();
	if (!isCopied) throw new Error('The browser did not copy');
}

/** Shows a button with `data-copy` and has it copy that text. */
export function enableCopying(button) {
	const label = button.firstChild;
	button.hidden = false;
	button.addEventListener('click', async () => {
		const outcome = await copy(button.dataset.copy).then(
			() => 'Copied',
			() => 'Not Copied',
		);
		label.textContent = outcome;
		announce(outcome);
		setTimeout(() => (label.textContent = 'Copy'), COPIED_NOTICE_MS);
	});
}
