import { boardOfBoats, boardOfGardens, wikiOfRivers, wikiOfTools } from './communities.mjs';
import { listChains } from './chains.mjs';
import { application, club, manual } from './guides.mjs';
import { chairShop, lampShop, smallShop } from './shops.mjs';

/**
 * The shapes of sites that crawls are measured on. They were written before the order of crawls was, and stay as
 * they are.
 * @returns {import('./words.mjs').Site[]}
 */
export const listSites = () => [
	...[lampShop(), chairShop(), boardOfGardens(), boardOfBoats(), wikiOfRivers(), wikiOfTools()],
	...[smallShop('make'), smallShop('decide'), manual('make'), manual('decide')],
	...[club('make'), club('decide'), application('make'), application('decide')],
	...listChains(),
];
