import type { IDataObject } from 'n8n-workflow';

/** Figures that add up (`api/openapi.yaml`, GET /usage-stats). */
const SUMMED = ['requests', 'crawls', 'tokens', 'captchas', 'credits'];

function numberOf(value: unknown): number {
	const number = Number(value ?? 0);
	return Number.isFinite(number) ? number : 0;
}

function sum(points: ReadonlyArray<Readonly<Record<string, unknown>>>, name: string): number {
	return points.reduce((total, point) => total + numberOf(point[name]), 0);
}

/** The totals of several periods; latency is the average over all requests, in milliseconds. */
export function sumPoints(points: ReadonlyArray<Readonly<Record<string, unknown>>>): IDataObject {
	const totals = Object.fromEntries(SUMMED.map((name) => [name, sum(points, name)]));
	const requests = sum(points, 'requests');
	const waited = points.reduce(
		(total, { latency, requests: count }) => total + numberOf(latency) * numberOf(count),
		0,
	);
	return { ...totals, latency: requests === 0 ? 0 : Math.round(waited / requests) };
}
