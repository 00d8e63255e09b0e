/** Counts of edits from the starts of `letters` (rows) to the starts of `spaced` (columns); spaces are free. */
function editsBetween(letters: readonly string[], spaced: readonly string[]): number[][] {
	const rows: number[][] = [];
	for (let row = 0; row <= letters.length; row++) {
		const edits: number[] = [];
		for (let column = 0; column <= spaced.length; column++) {
			const sign = spaced[column - 1];
			const added = (rows[row - 1]?.[column] ?? Infinity) + 1;
			const left = (edits[column - 1] ?? Infinity) + (sign === ' ' ? 0 : 1);
			const changed =
				sign === ' '
					? Infinity
					: (rows[row - 1]?.[column - 1] ?? Infinity) + (sign === letters[row - 1] ? 0 : 1);
			edits.push(row === 0 && column === 0 ? 0 : Math.min(added, left, changed));
		}
		rows.push(edits);
	}
	return rows;
}

/**
 * The letters of one reading of a line with the spaces of another, placed where the fewest edits turn
 * one into the other.
 * @param text its own spaces are ignored
 * @param spaced the same line, with correct spaces and perhaps other letters
 */
export function withSpacesOf(text: string, spaced: string): string {
	const letters = [...text.replaceAll(' ', '')];
	const signs = [...spaced];
	const edits = editsBetween(letters, signs);
	let result = '';
	let [row, column] = [letters.length, signs.length];
	while (row > 0 || column > 0) {
		const [letter, sign] = [letters[row - 1], signs[column - 1]];
		const here = edits[row]?.[column];
		const changed = (edits[row - 1]?.[column - 1] ?? Infinity) + (sign === letter ? 0 : 1);
		if (sign === ' ') {
			result = ` ${result}`;
			column -= 1;
		} else if (here === changed) {
			result = `${letter ?? ''}${result}`;
			[row, column] = [row - 1, column - 1];
		} else if (here === (edits[row]?.[column - 1] ?? Infinity) + 1) {
			column -= 1;
		} else {
			result = `${letter ?? ''}${result}`;
			row -= 1;
		}
	}
	return result.trim();
}
