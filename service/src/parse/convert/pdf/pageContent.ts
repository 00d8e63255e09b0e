import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** What a page shows besides its text. */
export interface PageContent {
	/** Nothing that could be read is drawn on it: nothing at all, or only a frame or a background. */
	isBlank: boolean;
	/** One picture covers most of it, as on a scanned page. */
	isCoveredByImage: boolean;
}

type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
const COVERED_SHARE = 0.5;

const IMAGE_OPERATIONS: ReadonlySet<number> = new Set([
	OPS.paintImageXObject,
	OPS.paintInlineImageXObject,
	OPS.paintImageMaskXObject,
]);

/** What may show letters; paths are counted. */
const SHOWING_OPERATIONS: ReadonlySet<number> = new Set([
	...IMAGE_OPERATIONS,
	OPS.paintImageXObjectRepeat,
	OPS.paintImageMaskXObjectRepeat,
	OPS.paintImageMaskXObjectGroup,
	OPS.paintInlineImageXObjectGroup,
	OPS.paintSolidColorImageMask,
	OPS.showText,
	OPS.showSpacedText,
	OPS.nextLineShowText,
	OPS.nextLineSetSpacingShowText,
]);

/** Numbers that the outlines of a short word take at least; frames and backgrounds take fewer. */
const SHORTEST_WORD_OUTLINE = 150;

function multiply(a: Matrix, b: Matrix): Matrix {
	return [
		a[0] * b[0] + a[2] * b[1],
		a[1] * b[0] + a[3] * b[1],
		a[0] * b[2] + a[2] * b[3],
		a[1] * b[2] + a[3] * b[3],
		a[0] * b[4] + a[2] * b[5] + a[4],
		a[1] * b[4] + a[3] * b[5] + a[5],
	];
}

function isMatrix(value: unknown): value is Matrix {
	return Array.isArray(value) && value.length === 6 && value.every((n) => typeof n === 'number');
}

/** An image is drawn into the unit square under the current matrix: the square's area is its size. */
function areaOf(matrix: Matrix): number {
	return Math.abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]);
}

/** The area of the largest picture on a page, in PDF points squared. */
function largestImageArea(operations: readonly number[], args: readonly unknown[]): number {
	const stack: Matrix[] = [];
	let matrix = IDENTITY;
	let largest = 0;
	for (const [at, operation] of operations.entries()) {
		const argument = args[at];
		if (operation === OPS.save) stack.push(matrix);
		else if (operation === OPS.restore) matrix = stack.pop() ?? IDENTITY;
		else if (operation === OPS.transform && isMatrix(argument)) matrix = multiply(matrix, argument);
		else if (operation === OPS.paintFormXObjectBegin && Array.isArray(argument)) {
			stack.push(matrix);
			if (isMatrix(argument[0])) matrix = multiply(matrix, argument[0]);
		} else if (operation === OPS.paintFormXObjectEnd) matrix = stack.pop() ?? IDENTITY;
		else if (IMAGE_OPERATIONS.has(operation)) largest = Math.max(largest, areaOf(matrix));
	}
	return largest;
}

/** pdf.js' path: an operation, its outlines as numbers (operators and their points), its extent. */
function outlineLength(argument: unknown): number {
	const [, outlines] = Array.isArray(argument) ? argument : [];
	if (!Array.isArray(outlines)) return 0;
	return outlines.reduce<number>(
		(sum, outline) => sum + (ArrayBuffer.isView(outline) ? outline.byteLength : 0),
		0,
	);
}

function showsNothing(operations: readonly number[], args: readonly unknown[]): boolean {
	if (operations.some((operation) => SHOWING_OPERATIONS.has(operation))) return false;
	const outlined = operations.reduce(
		(sum, operation, at) => (operation === OPS.constructPath ? sum + outlineLength(args[at]) : sum),
		0,
	);
	return outlined < SHORTEST_WORD_OUTLINE * Float32Array.BYTES_PER_ELEMENT;
}

/** Looks at what a page draws. */
export async function inspectPage(page: PDFPageProxy): Promise<PageContent> {
	const { fnArray, argsArray } = await page.getOperatorList();
	const { width, height } = page.getViewport({ scale: 1 });
	return {
		isBlank: showsNothing(fnArray, argsArray),
		isCoveredByImage: largestImageArea(fnArray, argsArray) >= width * height * COVERED_SHARE,
	};
}
