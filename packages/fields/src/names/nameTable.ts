/** A table as text, a line for each of its names and what belongs to it: `BT-1: number, invoice number`. */
export const tableOf = (text: string): Array<readonly [name: string, said: string]> =>
	text
		.trim()
		.split('\n')
		.map((line) => {
			const [name = '', said = ''] = line.split(': ');
			return [name, said];
		});
