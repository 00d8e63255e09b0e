import type { Config } from '../../config.ts';

/**
 * Credits for pages parsed; pages that could not be read are free (gaps page, "Credits"). Whole
 * credits, as the contract has them, also where the price is a fraction.
 */
export function priceParse(pages: number, { documentPage }: Config['costs']): number {
	return Math.ceil(pages * documentPage);
}
