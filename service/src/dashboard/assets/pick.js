/**
 * Pointing at values in the picture of a page. All it has of the page is the picture and data: places, names of
 * elements and the beginning of their texts, which are only ever set as text.
 */

const SVG = 'http://www.w3.org/2000/svg';
const COLOURS = 8;
const NAMES = { text: 'Text', number: 'Number', date: 'Date', link: 'Link', picture: 'Picture' };
const MOST_OUTLINED = 2_000;

const bench = document.querySelector('.workbench');
const find = (selector) => bench.querySelector(selector);
const [stage, canvas, picture, svg] = [
	'.pick-stage',
	'.pick-canvas',
	'.pick-canvas img',
	'svg',
].map(find);
const said = find('[data-said]');
const base = `/pick/${bench.dataset.pick}`;

/** By number, in the order of the page. */
let boxes = new Map();
/** Boxes with a text or a picture of their own: what the keys move among. */
let stops = [];
let state = { fields: [], get: 'rows' };
let reading;
const history = [];
/** The element that is pointed at. */
let current;
/** Position of the field that the buttons change. */
let chosen;
let isBusy = false;
const waiting = [];

function make(name, properties = {}, ...content) {
	const element = Object.assign(document.createElement(name), properties);
	element.append(...content);
	return element;
}

function say(text, isProblem = false) {
	said.textContent = text;
	said.classList.toggle('problem', isProblem);
}

// Asking

async function ask(path, body) {
	const { formToken } = bench.dataset;
	const response = await fetch(base + path, {
		method: body === undefined ? 'GET' : 'POST',
		headers: { Accept: 'application/json', ...(body && { 'Content-Type': 'application/json' }) },
		...(body && { body: JSON.stringify({ ...body, formToken }) }),
	});
	if (response.status === 401) location.reload();
	const answer = await response.json();
	if (!response.ok)
		throw new Error(answer.message ?? answer.error ?? 'The service did not answer.');
	return answer;
}

/** Changes are read one after the other: each begins with what the last one left. */
function change(toRequest, { isUndo = false } = {}) {
	waiting.push({ toRequest, isUndo });
	if (!isBusy) void readWaiting();
}

async function readWaiting() {
	isBusy = true;
	bench.setAttribute('aria-busy', 'true');
	for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
		const request = next.toRequest();
		if (request === undefined) continue;
		try {
			const answer = await ask('/read', { state, ...request });
			const isChanged = JSON.stringify(answer.state) !== JSON.stringify(state);
			if (!next.isUndo && isChanged) history.push(state);
			const before = state.fields.length;
			reading = answer;
			state = answer.state;
			if (state.fields.length > before) chosen = state.fields.length - 1;
			if (chosen >= state.fields.length) chosen = undefined;
			say(answer.said);
			show();
		} catch (error) {
			say(error.message, true);
		}
	}
	isBusy = false;
	bench.removeAttribute('aria-busy');
}

const withField = (at, changes) => ({
	state: {
		...state,
		fields: state.fields.map((field, index) => (index === at ? { ...field, ...changes } : field)),
	},
});

const take = (index) => change(() => (index === undefined ? undefined : { click: index }));
const remove = (at) =>
	change(() =>
		state.fields[at] === undefined
			? undefined
			: { state: { ...state, fields: state.fields.filter((_field, index) => index !== at) } },
	);
const undo = () =>
	change(
		() => {
			const last = history.pop();
			if (last === undefined) say('There is nothing to undo.');
			return last && { state: last };
		},
		{ isUndo: true },
	);

// Elements

const childrenOf = (index) => [...boxes.values()].filter(({ parent }) => parent === index);
const sameBox = (one, other) =>
	['x', 'y', 'width', 'height'].every((side) => Math.abs(one[side] - other[side]) <= 1);

/** The next element around one that is larger; itself if there is none. */
function wider(index) {
	const own = boxes.get(index);
	let around = boxes.get(own?.parent);
	while (around !== undefined && sameBox(own, around) && boxes.has(around.parent)) {
		around = boxes.get(around.parent);
	}
	return around?.index ?? index;
}

/** The first smaller element inside one; itself if there is none. */
function narrower(index) {
	const own = boxes.get(index);
	let inside = childrenOf(index)[0];
	while (inside !== undefined && sameBox(own, inside) && childrenOf(inside.index).length > 0) {
		inside = childrenOf(inside.index)[0];
	}
	return inside?.index ?? index;
}

/** Narrows or widens the chosen field, or what is pointed at. */
function resize(step) {
	const field = reading?.fields[chosen];
	if (field === undefined) {
		if (current !== undefined) point(step(current), true);
		return;
	}
	const clicks = state.fields[chosen].clicks;
	const from = clicks.length > 0 ? clicks : field.elements.slice(0, 2);
	const next = from.map(step);
	if (next.every((index, at) => index === from[at])) say('There is nothing further.');
	else change(() => withField(chosen, { clicks: next, saved: undefined }));
}

function boxAt({ clientX, clientY }) {
	const { left, top, width } = canvas.getBoundingClientRect();
	const scale = picture.naturalWidth / width;
	const [x, y] = [(clientX - left) * scale, (clientY - top) * scale];
	let best;
	for (const box of boxes.values()) {
		const isInside = x >= box.x && y >= box.y && x < box.x + box.width && y < box.y + box.height;
		if (isInside && (!best || box.width * box.height <= best.width * best.height)) best = box;
	}
	return best?.index;
}

function describe(index) {
	const { tag, text } = boxes.get(index) ?? { tag: '', text: '' };
	return text === '' ? tag : `${text} (${tag})`;
}

/** Points at an element. */
function point(index, isByKey = false) {
	if (index === undefined || index === current) return;
	current = index;
	drawCurrent();
	if (!isByKey) return;
	say(describe(index));
	const { x, y, width, height } = boxes.get(index);
	const scale = canvas.clientWidth / picture.naturalWidth;
	const centre = [(x + width / 2) * scale, (y + height / 2) * scale];
	const isSeen =
		centre[1] > stage.scrollTop + 20 && centre[1] < stage.scrollTop + stage.clientHeight - 20;
	const isBeside =
		centre[0] < stage.scrollLeft + 20 || centre[0] > stage.scrollLeft + stage.clientWidth - 20;
	if (!isSeen) stage.scrollTop = centre[1] - stage.clientHeight / 2;
	if (isBeside) stage.scrollLeft = centre[0] - stage.clientWidth / 2;
}

/** The next value in a direction: in reading order to the sides, else the nearest above or below. */
function neighbour(key) {
	const at = stops.findIndex(({ index }) => index === current);
	const own = boxes.get(current);
	if (own === undefined) return stops[0]?.index;
	if (key === 'ArrowLeft' || key === 'ArrowRight') {
		const next = key === 'ArrowRight' ? stops.find(({ index }) => index > current) : undefined;
		const last = stops.findLast(({ index }) => index < current);
		if (at === -1) return (key === 'ArrowRight' ? next : last)?.index;
		return stops[at + (key === 'ArrowRight' ? 1 : -1)]?.index;
	}
	const way = key === 'ArrowDown' ? 1 : -1;
	const distance = ({ x, y, width }) =>
		2 * way * (y - own.y) + Math.abs(x + width / 2 - own.x - own.width / 2);
	const [nearest] = stops
		.filter(({ y }) => way * (y - own.y) > 4)
		.sort((left, right) => distance(left) - distance(right));
	return nearest?.index;
}

// Drawing

function outline({ x, y, width, height }, kind) {
	const rect = document.createElementNS(SVG, 'rect');
	for (const [name, value] of Object.entries({ x, y, width, height, class: kind })) {
		rect.setAttribute(name, value);
	}
	return rect;
}

function drawCurrent() {
	svg.querySelector('.current')?.remove();
	const box = boxes.get(current);
	if (box !== undefined) svg.append(outline(box, 'current'));
}

function drawAll() {
	const outlineAll = (elements, kind) =>
		elements
			.slice(0, MOST_OUTLINED)
			.flatMap((index) => (boxes.has(index) ? [outline(boxes.get(index), kind)] : []));
	svg.replaceChildren(
		...outlineAll(reading?.entries?.elements ?? [], 'entry'),
		...(reading?.fields ?? []).flatMap(({ elements }, at) =>
			outlineAll(elements, `taken colour-${at % COLOURS}`),
		),
	);
	drawCurrent();
}

function optionOf(value, text, isSelected) {
	return make('option', { value, textContent: text, selected: isSelected });
}

const nameTake = (name) => NAMES[name] ?? name;

function showField(field, at) {
	const id = `field-${at}`;
	const total = field.isInEntry ? reading.entries.count : 1;
	const name = make('input', { id, value: field.name, maxLength: 100, autocomplete: 'off' });
	name.addEventListener('change', () => change(() => withField(at, { name: name.value })));
	name.addEventListener('focus', () => choose(at));
	const takes = make('select', { id: `${id}-take` });
	const known = field.takes.some(({ take: one }) => one === field.take);
	const listed = known ? field.takes : [{ take: field.take, sample: '' }, ...field.takes];
	for (const { take: one, sample } of listed) {
		const shown = sample === '' ? nameTake(one) : `${nameTake(one)}: ${sample.slice(0, 40)}`;
		takes.append(optionOf(one, shown, one === field.take));
	}
	takes.addEventListener('change', () =>
		change(() => withField(at, { take: takes.value, saved: undefined, clicks: clicksOf(at) })),
	);
	const others = listed.filter(({ take: one }) => one !== field.take);
	const also = make('select', { id: `${id}-also` });
	also.append(optionOf('', 'Nothing', true));
	for (const { take: one } of others) also.append(optionOf(one, nameTake(one), false));
	also.addEventListener('change', () => {
		const added = { name: '', take: also.value, clicks: clicksOf(at) };
		change(() => ({ state: { ...state, fields: [...state.fields, added] } }));
	});
	const removing = make('button', { type: 'button', className: 'outline danger small' }, 'Remove');
	removing.append(make('span', { className: 'unseen' }, ` ${field.name}`));
	removing.addEventListener('click', () => remove(at));
	const labels = [
		make('label', { htmlFor: id }, 'Name'),
		make('label', { htmlFor: takes.id }, 'Take'),
		make('label', { htmlFor: also.id }, 'Take as Well'),
	];
	const count = field.isInEntry ? `${field.found} of ${total} entries` : 'once on the page';
	return make(
		'div',
		{ className: `pick-field colour-${at % COLOURS}${at === chosen ? ' chosen' : ''}` },
		make('div', {}, labels[0], name),
		make('div', {}, labels[1], takes),
		make('div', {}, labels[2], also),
		removing,
		make('code', { className: 'pick-selector' }, field.selector),
		make('span', { className: 'hint' }, count),
		...field.notes.map((note) => make('p', { className: 'problem' }, note)),
	);
}

/** The elements of a field, also of one that was saved and has not been pointed at. */
function clicksOf(at) {
	const { clicks } = state.fields[at];
	return clicks.length > 0 ? clicks : reading.fields[at].elements.slice(0, 2);
}

function choose(at) {
	chosen = at;
	for (const [index, one] of [...bench.querySelectorAll('.pick-field')].entries()) {
		one.classList.toggle('chosen', index === at);
	}
}

function showTable(rows, caption) {
	if (rows.length === 0) return make('p', { className: 'hint' }, 'Nothing yet.');
	const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cell = (value) => make('td', {}, value === null ? '–' : String(value).slice(0, 200));
	return make(
		'table',
		{ className: 'pick-table' },
		make('caption', { className: 'unseen' }, caption),
		make('thead', {}, make('tr', {}, ...names.map((name) => make('th', { scope: 'col' }, name)))),
		make(
			'tbody',
			{},
			...rows.map((row) => make('tr', {}, ...names.map((name) => cell(row[name] ?? null)))),
		),
	);
}

function show() {
	const focused = document.activeElement?.id;
	const { fields, rows, rowCount, warnings, entries, schema, node, second } = reading;
	find('#pick-get').value = state.get;
	find('[data-fields]').replaceChildren(...fields.map(showField));
	const unit = rowCount === 1 ? 'row' : 'rows';
	find('[data-count]').textContent = entries ? `${rowCount} ${unit}` : '';
	find('[data-warnings]').replaceChildren(
		...warnings.map((text) => make('p', { className: 'reason' }, text)),
	);
	find('[data-rows]').replaceChildren(showTable(fields.length > 0 ? rows : [], 'First rows'));
	const copies = { node, schema };
	for (const button of bench.querySelectorAll('[data-of]')) {
		button.hidden = schema === undefined;
		button.dataset.copy = JSON.stringify(copies[button.dataset.of] ?? {}, null, 2);
	}
	find('[data-tried]').replaceChildren(
		...(second === undefined
			? []
			: [
					make(
						'p',
						{ className: 'hint' },
						`${second.rowCount} ${second.rowCount === 1 ? 'row' : 'rows'} on ${second.url}`,
					),
					...second.warnings.map((text) => make('p', { className: 'problem' }, text)),
					make(
						'div',
						{ className: 'pick-rows' },
						showTable(second.rows, 'First rows of the other page'),
					),
				]),
	);
	drawAll();
	if (focused) document.getElementById(focused)?.focus({ preventScroll: true });
}

// Events

canvas.addEventListener('pointermove', (event) => point(boxAt(event)));
canvas.addEventListener('click', (event) => {
	const index = boxAt(event);
	point(index);
	take(index);
});

const KEYS = {
	Enter: () => take(current),
	' ': () => take(current),
	'+': () => resize(wider),
	'-': () => resize(narrower),
	u: undo,
	Delete: () => remove(chosen ?? state.fields.length - 1),
	Backspace: () => remove(chosen ?? state.fields.length - 1),
};

stage.addEventListener('keydown', (event) => {
	const isUndo = (event.ctrlKey || event.metaKey) && event.key === 'z';
	if (!isUndo && (event.ctrlKey || event.metaKey || event.altKey)) return;
	if (event.key.startsWith('Arrow')) {
		chosen = undefined;
		point(neighbour(event.key), true);
	} else {
		const act = isUndo ? undo : KEYS[event.key];
		if (act === undefined) return;
		act();
	}
	event.preventDefault();
});

const BUTTONS = {
	take: () => take(current),
	wider: () => resize(wider),
	narrower: () => resize(narrower),
	undo,
};
for (const button of bench.querySelectorAll('[data-do]')) {
	button.addEventListener('click', () => BUTTONS[button.dataset.do]());
}

find('#pick-get').addEventListener('change', ({ target }) =>
	change(() => ({ state: { ...state, get: target.value } })),
);

find('[data-save]').addEventListener('submit', async (event) => {
	event.preventDefault();
	const answer = await ask('/save', { state, name: find('#pick-name').value }).catch(
		(error) => error,
	);
	say(answer.said ?? answer.message, answer.said === undefined);
});

find('[data-second]').addEventListener('submit', (event) => {
	event.preventDefault();
	say('Opening the other page …');
	change(() => ({ secondUrl: find('#pick-second').value }));
});

async function start() {
	const opened = await ask('/boxes');
	boxes = new Map(opened.boxes.map((box) => [box.index, box]));
	stops = opened.boxes.filter(({ text, tag }) => text !== '' || tag === 'img');
	state = opened.state;
	await picture.decode().catch(() => say('The picture of the page cannot be shown.', true));
	svg.setAttribute('viewBox', `0 0 ${picture.naturalWidth} ${picture.naturalHeight}`);
	if (state.fields.length > 0) change(() => ({}), { isUndo: true });
	bench.setAttribute('data-ready', '');
}

start().catch((error) => say(error.message, true));
