/** Rows that each page holds. */
export const ROW_COUNT = 40;

/**
 * A page with a box that scrolls by itself.
 * @param draw script that shows the rows from `first` to before `end` in `list`
 */
function drawnRows(draw: string, { box = 'overflow: auto', rowHeight = 50, begins = 0 } = {}) {
	return `<div id="box" style="height: 300px; ${box}"><div id="list" style="position: relative"></div></div><script>
	const say = (row) => 'Row ' + row + ' of the list';
	const draw = () => {
		const first = Math.max(0, Math.floor(box.scrollTop / ${rowHeight}) - 1);
		const end = Math.min(${ROW_COUNT}, first + 12);
		${draw}
	};
	box.addEventListener('scroll', () => requestAnimationFrame(draw));
	list.style.height = ${ROW_COUNT * rowHeight} + 'px';
	box.scrollTop = ${begins};
	draw();</script>`;
}

const ANEW = `let rows = '';
	for (let row = first; row < end; row++) rows += '<div style="position: absolute; top: ' + row * 50 + 'px">' + say(row) + '</div>';
	list.innerHTML = rows;`;

const REUSED = `for (let row = first; row < end; row++) {
		const place = list.children[row % 12] ?? list.appendChild(document.createElement('div'));
		place.style.cssText = 'position: absolute; transform: translateY(' + row * 50 + 'px)';
		place.textContent = say(row);
	}`;

const TABLE = `let rows = '<tr style="height: ' + first * 30 + 'px"></tr>';
	for (let row = first; row < end; row++) rows += '<tr><td style="height: 30px">' + say(row) + '</td><td>' + row * 7 + '</td></tr>';
	list.innerHTML = '<table>' + rows + '<tr style="height: ' + (${ROW_COUNT} - end) * 30 + 'px"></tr></table>';`;

const MORE = `if (box.scrollTop + 300 < box.scrollHeight - 40 && list.children.length) return;
	for (let row = list.children.length, most = row + 10; row < Math.min(${ROW_COUNT}, most); row++) {
		list.insertAdjacentHTML('beforeend', '<p style="height: 40px; margin: 0">' + say(row) + '</p>');
	}
	list.style.height = 'auto';`;

/** Of each page all rows are to be read, once and in order. */
export const SCROLLED_PAGES: Readonly<Record<string, string>> = {
	'a list that is drawn anew': drawnRows(ANEW),
	'a list that uses its elements again': drawnRows(REUSED),
	'a table whose rows are higher than reckoned': drawnRows(TABLE, { rowHeight: 30 }),
	'a list that adds rows': drawnRows(MORE),
	'a list that begins at its end': drawnRows(ANEW, { begins: 10_000 }),
	'a part of an application': drawnRows(ANEW, {
		box: 'position: fixed; inset: 0; overflow: hidden auto',
	}),
	'a list that scrolls smoothly': drawnRows(ANEW, {
		box: 'overflow: auto; scroll-behavior: smooth',
	}),
};

/** The document of a frame that scrolls as a whole. */
const WHOLE_FRAME = `<!doctype html><style>body { margin: 0 }</style><div id="list" style="position: relative; height: ${ROW_COUNT * 50}px"></div><script>
	const say = (row) => 'Row ' + row + ' of the list';
	const draw = () => {
		const first = Math.max(0, Math.floor(scrollY / 50) - 1);
		const end = Math.min(${ROW_COUNT}, first + 12);
		${ANEW}
	};
	addEventListener('scroll', () => requestAnimationFrame(draw));
	draw();</script>`;

/** What frames show, whose rows are to be read as those of {@link SCROLLED_PAGES}. */
export const SCROLLED_FRAMES: Readonly<Record<string, string>> = {
	'a frame that scrolls': WHOLE_FRAME,
	'a box in a frame': `<!doctype html>${drawnRows(ANEW)}`,
	'a frame that scrolls, by old rules': WHOLE_FRAME.replace('<!doctype html>', ''),
};

const wheeled = (script: string): string =>
	`<div id="box" style="height: 200px; overflow: hidden"><div id="list"></div></div><script>
	const show = (first) => (list.innerHTML = [0, 1, 2, 3].map((row) => '<p>Row ' + (first + row) + ' of the list</p>').join(''));
	let first = 0;
	show(first);
	${script}</script>`;

/** Pages with a part that listens to the mouse wheel, and whether it then shows more of its list. */
export const WHEELED_PAGES: Readonly<Record<string, { body: string; goesOn: boolean }>> = {
	'a list that the wheel moves': {
		body: wheeled(
			`box.addEventListener('wheel', ({ deltaY }) => show((first = Math.max(0, first + Math.sign(deltaY)))));`,
		),
		goesOn: true,
	},
	'an editor that the wheel moves later': {
		body: wheeled(
			`box.addEventListener('wheel', (event) => { event.preventDefault(); first = Math.max(0, first + event.deltaY / 50); setTimeout(() => show(first), 300); }, { passive: false });`,
		),
		goesOn: true,
	},
	'a list that is all there': {
		body: wheeled(
			`show(0); box.addEventListener('wheel', ({ deltaY }) => (list.style.transform = 'translateY(' + -deltaY + 'px)'));`,
		),
		goesOn: false,
	},
	'an application that hears all events': {
		body: wheeled(`document.body.addEventListener('wheel', () => show((first += 1)));`),
		goesOn: false,
	},
};
