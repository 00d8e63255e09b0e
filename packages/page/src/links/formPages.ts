/// <reference lib="dom" />
import { oneLine } from '../parse/document.ts';
import { resolveAddress } from '../parse/resolveAddress.ts';

/** Where a control of a page leads, as a link would. */
export interface FormPage {
	/** Absolute http or https address. */
	url: string;
	text: string;
	/** The button, or the list it is chosen from. */
	element: Element;
}

/** Most further pages taken from the forms of one page. */
const MOST_PAGES = 500;

/** Fields that number the pages of a list: `page`, `pageNumber`, `tx_news[page]`, `offset`. */
const PAGE_NAME =
	/(?:^|[[_.-])(?:current[_-]?|go[_-]?to[_-]?)?(?:page|paged|pg|p|pn|seite|pagina|offset|start|skip)(?:[_-]?(?:no|nr|num|number|index))?\]?$/i;
const NUMBER = /^\d{1,6}$/;

/** Buttons that lead from one page of a list to another. */
const TURNS =
	/^(?:(?:next|previous|prev|older|newer|first|last)(?: (?:page|posts|entries|results))?|(?:load|show|view|see) more|more|weiter|zurück|(?:nächste|vorige|vorherige|letzte|erste)(?: seite)?|(?:page )?(?:suivante?|précédente?)|siguiente|anterior|próxim[ao]|seguinte|successiv[ao]|precedente|avanti|indietro|volgende|vorige|następna|poprzednia|další|předchozí|nästa|föregående|далее|назад|次へ|前へ|下一页|上一页|下一頁|上一頁|다음|이전|\d{1,6}|[‹›«»←→<>]{1,2})(?: ?[‹›«»←→<>]{1,2})?$/i;

const BUTTONS = 'button, input[type="submit" i], input[type="image" i]';
const NOT_SENT = /^(?:submit|button|reset|image|file)$/i;
/** An address as the value of an option. */
const ADDRESS = /^(?:https?:\/\/|\/|\.{1,2}\/|\?)\S+$/i;

type Fields = ReadonlyArray<[name: string, value: string]>;

/**
 * The further pages of a list behind forms that only ask for them (GET): a field for the number of the page
 * with a button that leads on, numbers on buttons, a list of numbers to choose from; also lists to choose an
 * address from.
 */
export function listFormPages(document: Document, baseUrl: string): FormPage[] {
	const pages = [...document.querySelectorAll('form')].flatMap((form) => readForm(form, baseUrl));
	return [...pages, ...listJumps(document, baseUrl)].slice(0, MOST_PAGES);
}

function readForm(form: Element, baseUrl: string): FormPage[] {
	const method = form.getAttribute('method')?.trim() ?? 'get';
	if (!/^(?:get)?$/i.test(method)) return [];
	const fields = readFields(form);
	const lead = (element: Element, text: string, sent: Fields): FormPage[] => {
		const url = toAddress(element.getAttribute('formaction') ?? form.getAttribute('action'), sent);
		const resolved = resolveAddress(url, baseUrl);
		return resolved === undefined ? [] : [{ url: resolved, text, element }];
	};
	const buttons = [...form.querySelectorAll(BUTTONS)].flatMap((button) => {
		const label = readLabel(button);
		const name = button.getAttribute('name') ?? '';
		const value = button.getAttribute('value') ?? '';
		if (!isPressed(button) || !TURNS.test(label)) return [];
		const sent: Fields = name === '' ? fields : [...fields, [name, value]];
		return sent.some(isPageNumber) ? lead(button, label, sent) : [];
	});
	const choices = [...form.querySelectorAll('select[name]')].flatMap((select) => {
		const name = select.getAttribute('name') ?? '';
		const options = listOptions(select).filter(({ value }) => isPageNumber([name, value]));
		if (options.length < 2) return [];
		return options.flatMap(({ value, text }) =>
			lead(
				select,
				text,
				fields.map(([known, old]) => [known, known === name ? value : old]),
			),
		);
	});
	return [...buttons, ...choices];
}

const isPageNumber = ([name, value]: Fields[number]): boolean =>
	PAGE_NAME.test(name) && NUMBER.test(value);

/** What a form sends as it is, without its buttons. */
function readFields(form: Element): Fields {
	return [...form.querySelectorAll('input[name], select[name], textarea[name]')].flatMap(
		(field) => {
			const name = field.getAttribute('name') ?? '';
			const type = field.getAttribute('type') ?? '';
			if (field.hasAttribute('disabled') || name === '') return [];
			if (field.matches('textarea')) return [[name, field.textContent]] satisfies Fields;
			if (field.matches('select')) {
				const options = listOptions(field);
				const chosen = options.find(({ isChosen }) => isChosen) ?? options[0];
				return chosen === undefined ? [] : ([[name, chosen.value]] satisfies Fields);
			}
			if (NOT_SENT.test(type)) return [];
			const isMark = /^(?:checkbox|radio)$/i.test(type);
			if (isMark && !field.hasAttribute('checked')) return [];
			return [[name, field.getAttribute('value') ?? (isMark ? 'on' : '')]] satisfies Fields;
		},
	);
}

function listOptions(select: Element) {
	return [...select.querySelectorAll('option:not([disabled])')].map((option) => {
		const text = oneLine(option.textContent);
		const value = option.getAttribute('value') ?? text;
		return { value, text, isChosen: option.hasAttribute('selected') };
	});
}

/** A form replaces the query of its address. */
function toAddress(action: string | null, fields: Fields): string {
	const [path = ''] = (action ?? '').trim().split(/[?#]/, 1);
	return `${path}?${new URLSearchParams(fields.map(([name, value]) => [name, value]))}`;
}

/** Lists whose options are addresses that a script opens once one is chosen. */
function listJumps(document: Document, baseUrl: string): FormPage[] {
	return [...document.querySelectorAll('select[onchange]')].flatMap((element) =>
		listOptions(element).flatMap(({ value, text }) => {
			const url = ADDRESS.test(value) ? resolveAddress(value, baseUrl) : undefined;
			return url === undefined ? [] : [{ url, text, element }];
		}),
	);
}

function readLabel(button: Element): string {
	const names = [
		button.matches('input') ? button.getAttribute('value') : button.textContent,
		button.getAttribute('aria-label'),
		button.getAttribute('alt'),
		button.getAttribute('title'),
	];
	return names.map((name) => oneLine(name ?? '')).find((name) => name !== '') ?? '';
}

function isPressed(button: Element): boolean {
	const type = button.getAttribute('type') ?? 'submit';
	return !button.hasAttribute('disabled') && /^(?:submit|image)?$/i.test(type);
}
