/// <reference lib="dom" />

/** Ends with the second frame from now: scripts hear of scrolling with the next one. Runs in the page. */
export function drawFrames(): Promise<number> {
	return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
}
