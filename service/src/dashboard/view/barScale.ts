/** Steps between grid lines that people can read, times a power of ten. */
const STEPS = [1, 2, 2.5, 5, 10];
const GRID_LINES = 4;

/** Values of the grid lines of a chart, from 0 to a round value that covers `highest`. */
export function listGridValues(highest: number, isWhole: boolean): number[] {
	const lowestStep = isWhole ? 1 : Number.MIN_VALUE;
	const rough = Math.max(highest / GRID_LINES, highest > 0 ? lowestStep : 1);
	const power = 10 ** Math.floor(Math.log10(rough));
	const factor = STEPS.find(
		(candidate) => candidate * power >= rough && (!isWhole || Number.isInteger(candidate * power)),
	);
	const step = (factor ?? 10) * power;
	const lines = Math.max(1, Math.ceil(highest / step));
	return Array.from({ length: lines + 1 }, (_, index) => index * step);
}
