/**
 * @param {number} milliseconds
 * @returns {string} A duration for people: "0.4 s", "12 s", "3 min 5 s".
 */
export function formatDuration(milliseconds) {
	if (milliseconds < 10_000) {
		return `${(milliseconds / 1000).toFixed(1)} s`;
	}
	const seconds = Math.round(milliseconds / 1000);
	return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
