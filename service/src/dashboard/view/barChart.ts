import { html, type Html } from './html.ts';

/** Readable steps between grid lines, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const GRID_LINES = 4;

/** Values of the grid lines of a chart, from 0 to a round value that covers `highest`. */
export function listGridValues(highest: number, isWhole: boolean): number[] {
	const lowestStep = isWhole ? 1 : Number.MIN_VALUE;
	const rough = Math.max(highest / GRID_LINES, highest > 0 ? lowestStep : 1);
	const power = 10 ** Math.floor(Math.log10(rough));
	const steps = STEPS.map((factor) => factor * power);
	const step = steps.find((value) => value >= rough && (!isWhole || Number.isInteger(value)));
	const width = step ?? 10 * power;
	const lines = Math.max(1, Math.ceil(highest / width));
	return Array.from({ length: lines + 1 }, (_, index) => index * width);
}

export interface BarChart {
	/** Unique on its page; names the parts of the chart. */
	id: string;
	title: string;
	/** All bars in one sentence, for users who cannot see them. */
	description: string;
	bars: readonly { label: string; value: number; hint: string }[];
	/** Whether values are counts, so that the axis shows whole numbers. */
	isWhole: boolean;
	formatAxis(value: number): string;
}

const WIDTH = 400;
const HEIGHT = 190;
const PLOT = { right: 384, top: 12, bottom: 160, height: 148 };
/** Minimum width for the labels of the axis, width of a character, and the gap beside them. */
const AXIS = { least: 46, perCharacter: 7, gap: 8 };
const MAX_LABELS = 7;
const BAR_SHARE = 0.68;
const MAX_BAR_WIDTH = 36;

/** A bar chart as SVG. Colours come from the style sheet. */
export function barChart(chart: BarChart): Html {
	const { id, title, description, bars, isWhole, formatAxis } = chart;
	const grid = listGridValues(Math.max(...bars.map(({ value }) => value)), isWhole);
	const labels = grid.map(formatAxis);
	const longest = Math.max(...labels.map((label) => label.length));
	const left = Math.max(AXIS.least, 2 * AXIS.gap + AXIS.perCharacter * longest);
	const toY = (value: number) => round(PLOT.bottom - (value / (grid.at(-1) ?? 1)) * PLOT.height);
	const lines = grid.map((value, index) => {
		const y = toY(value);
		return html`<line x1="${left}" x2="${PLOT.right}" y1="${y}" y2="${y}" />
			<text x="${left - AXIS.gap}" y="${y + 4}" text-anchor="end">${labels[index]}</text>`;
	});
	return html`<svg
		class="chart"
		viewBox="0 0 ${WIDTH} ${HEIGHT}"
		role="img"
		aria-labelledby="${id}-title ${id}-description"
	>
		<title id="${id}-title">${title}</title>
		<desc id="${id}-description">${description}</desc>
		${lines} ${drawBars(bars, left, toY)}
	</svg>`;
}

function drawBars(bars: BarChart['bars'], left: number, toY: (value: number) => number): Html[] {
	const slot = (PLOT.right - left) / bars.length;
	const width = round(Math.min(slot * BAR_SHARE, MAX_BAR_WIDTH));
	const labelEvery = Math.ceil(bars.length / MAX_LABELS);
	return bars.map(({ label, value, hint }, index) => {
		const centre = round(left + slot * (index + 0.5));
		const y = toY(value);
		// Counted from the newest, which is always labelled.
		const isLabelled = (bars.length - 1 - index) % labelEvery === 0;
		return html`<g class="bar">
			<title>${hint}</title>
			<rect
				class="reach"
				x="${round(centre - slot / 2)}"
				y="${PLOT.top}"
				width="${round(slot)}"
				height="${PLOT.height}"
			/>
			<rect
				x="${round(centre - width / 2)}"
				y="${y}"
				width="${width}"
				height="${round(PLOT.bottom - y)}"
				rx="${Math.min(3, width / 3)}"
			/>
			${isLabelled && html`<text x="${centre}" y="${HEIGHT - 10}" text-anchor="middle">${label}</text>`}
		</g>`;
	});
}

function round(value: number): number {
	return Math.round(value * 100) / 100;
}
