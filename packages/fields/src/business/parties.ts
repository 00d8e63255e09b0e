import type { InvoiceAddress, InvoiceParty } from '@web-data-extraction/documents/invoice';
import { atFirstUse } from '../atFirstUse.ts';
import { LABEL_FIT, labelWords, wordsFit } from '../labels/labels.ts';
import { PARTIES } from '../einvoice/invoiceTerms.ts';
import { ibansIn, vatIdsIn } from '../shapes/bank.ts';
import { emailsIn, phonesIn } from '../shapes/contact.ts';
import { namesOf } from '../labels/labelledTexts.ts';
import type { Piece, Sheet } from '../sheet/sheet.ts';

/** A postal address on a page and what stands with it. */
export interface AddressBlock {
	/** The lines above the street: the first is the name. */
	names: string[];
	/** Street, post code and place, country. */
	address: string[];
	/** The words above the block that say whose address it is. */
	heading: string;
	/** All text that is aligned with it. */
	text: string;
	/** Whether it is the line of the sender above a window's address. */
	isSenderLine: boolean;
	pieces: Piece[];
}

/** A post code and a place, or the other way round. */
const POSTAL =
	/^(?:(?:[A-Z]{1,3}\s?[-–]\s?)?\d{4,6}(?:\s?[A-Z]{2}(?=[\s,]))?[\s,]*\p{Lu}[\p{L}.,'’ -]{1,60}|\p{Lu}[\p{L}.'’ -]{1,40},?\s(?:[A-Z]{2}\.?\s)?\d{5}(?:-\d{4})?|.{0,40}\b[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2})$/u;
const countries = atFirstUse(
	() =>
		new Set(
			(['en', 'de', 'fr', 'es', 'it', 'nl'] as const).flatMap((language) => {
				const names = new Intl.DisplayNames(language, { type: 'region' });
				const codes =
					'AT BE BG CA CH CN CZ DE DK EE ES FI FR GB GR HK HR HU IE IN IT JP LI LT LU LV MT MY NL NO PL PT RO SE SG SI SK TR US'.split(
						' ',
					);
				return codes.map((code) => labelWords(names.of(code) ?? code).join(' '));
			}),
		),
);
const isCountry = (text: string): boolean =>
	text.length < 40 && text.split('/').every((part) => countries().has(labelWords(part).join(' ')));

/** Between the parts of a sender's line: "Bei Spiel GmbH ● Ecke 12 ● 12345 Stadthausen". */
const SENDER_MARK = / ?[●•·|] ?|\s[-–—]\s|,\s/u;
/** Lines of a block are at most this many heights apart, and aligned within these points. */
const BLOCK_GAP = 2.2;
const ALIGNED = 4;
/** Lines above the street that may be parts of a name. */
const MOST_NAMES = 4;
const LONGEST_LINE = 60;

/** A line of a block that is a label with a value, or a contact: it is no part of an address. */
const isDetail = (text: string): boolean =>
	/[:@：]|www\.|https?:|\d{6,}/iu.test(text) ||
	vatIdsIn(text).length > 0 ||
	/^(?:tel|fon|phone|fax|gln|kvk|hr[ab])\b/iu.test(text);

/** Pieces above each other that begin at the same place, in order. */
function columnsOf({ lines }: Sheet): Piece[][] {
	const columns: Piece[][] = [];
	for (const { pieces } of lines) {
		for (const piece of pieces) {
			const column = columns.findLast((one) => {
				const last = one.at(-1);
				if (last?.page !== piece.page || Math.abs(last.x - piece.x) > ALIGNED) return false;
				const height = Math.max(last.bottom - last.y, piece.bottom - piece.y);
				return piece.y - last.bottom <= height * BLOCK_GAP;
			});
			if (column) column.push(piece);
			else columns.push([piece]);
		}
	}
	return columns;
}

const ROLES = { seller: namesOf(PARTIES.seller), buyer: namesOf(PARTIES.buyer) } as const;
/** Where goods go, and who pays or represents: neither seller nor buyer. */
const OTHER = namesOf([
	...PARTIES.payee,
	...PARTIES.taxRepresentative,
	'deliver to',
	'ship to',
	'delivery address',
	'Lieferadresse',
	'Lieferanschrift',
	'adresse de livraison',
	'livraison',
	'dirección de entrega',
	'indirizzo di consegna',
	'afleveradres',
]);

/** What a heading says about whose address follows. */
function roleOf(
	heading: string,
	least: number = LABEL_FIT.begins,
): 'seller' | 'buyer' | 'other' | undefined {
	const words = labelWords(heading);
	const fits = (names: typeof OTHER): boolean =>
		names.some((name) => wordsFit(name, words) >= least || isLastWord(name, words));
	if (words.length === 0 || words.length > 6) return undefined;
	if (fits(OTHER)) return 'other';
	if (fits(ROLES.buyer)) return 'buyer';
	return fits(ROLES.seller) ? 'seller' : undefined;
}

/** "Adresse du client", "Rechnungsempfänger". */
const isLastWord = (name: readonly string[], words: readonly string[]): boolean =>
	name.length === 1 && (name[0] ?? '').length > 4 && words.at(-1)?.endsWith(name[0] ?? '') === true;

/** The heading above the first piece of a block, in or beside its column. */
function headingOf({ lines }: Sheet, [first]: readonly Piece[]): string {
	if (!first) return '';
	const height = first.bottom - first.y;
	for (let at = first.line - 1; at >= 0; at -= 1) {
		const line = lines[at];
		if (line?.page !== first.page || first.y - line.bottom > height * 6) return '';
		const above = line.pieces.find(({ x }) => x <= first.x + ALIGNED && x > first.x - 40);
		if (above && roleOf(above.text) !== undefined) return above.text;
		// What else is above belongs to the block only if it is a detail of it.
		if (above && !isDetail(above.text)) return '';
	}
	return '';
}

/** Whether a line above an address is no part of it: a detail, a sentence, another address, a sender's line. */
const isOther = (text: string): boolean =>
	isDetail(text) ||
	text.length > LONGEST_LINE ||
	text.split(SENDER_MARK).some((part) => POSTAL.test(part));

/** The address that ends with a postal line in a column. */
function blockAt(sheet: Sheet, column: readonly Piece[], postal: number): AddressBlock {
	let start = postal;
	let heading = '';
	while (start > 0 && postal - start < MOST_NAMES + 2) {
		const { text = '' } = column[start - 1] ?? {};
		const hasName = column.slice(start, postal).some((piece) => !/\d/u.test(piece.text));
		if (text.endsWith(':') || (hasName && roleOf(text, LABEL_FIT.reordered) !== undefined)) {
			heading = text;
			break;
		}
		if (isOther(text)) break;
		start -= 1;
	}
	const above = column.slice(start, postal);
	// The street is the line above the place; more lines with figures above it are part of it.
	const isStreet = ({ text }: Piece): boolean => /\d/u.test(text);
	const streets = above.findIndex(
		(piece, at) => at > 0 && (isStreet(piece) || at === above.length - 1),
	);
	const names = above.slice(0, Math.max(streets, above.length > 0 ? 1 : 0));
	const country = column[postal + 1];
	const lines = [...above.slice(names.length), ...column.slice(postal, postal + 1)];
	if (country && isCountry(country.text)) lines.push(country);
	return {
		names: names.map(({ text }) => text.replace(/[,;]$/u, '')),
		address: lines.map(({ text }) => text.replace(/[,;]$/u, '')),
		heading: heading || headingOf(sheet, above),
		text: column.map(({ text }) => text).join('\n'),
		isSenderLine: false,
		pieces: [...names, ...lines],
	};
}

/** An address in one line with marks between its parts. */
function senderLines({ lines }: Sheet): AddressBlock[] {
	return lines.flatMap(({ pieces, text }) => {
		const whole = [
			...pieces.map((piece) => ({ text: piece.text, pieces: [piece] })),
			{ text, pieces },
		];
		for (const one of whole) {
			const parts = one.text.split(SENDER_MARK).map((part) => part.trim());
			const postal = parts.findIndex((part, at) => at > 0 && POSTAL.test(part));
			if (postal < 1 || parts.length > 6 || /[:@]/u.test(one.text)) continue;
			if (!/\p{L}{2}/u.test(parts[0] ?? '') || one.text.length > 120) continue;
			return [
				{
					names: parts.slice(0, 1),
					address: parts.slice(1).filter((part) => part !== ''),
					heading: '',
					text: one.text,
					isSenderLine: true,
					pieces: one.pieces,
				},
			];
		}
		return [];
	});
}

/** The postal addresses of a document, each with the name above it. */
function addressBlocks(sheet: Sheet): AddressBlock[] {
	const blocks = columnsOf(sheet).flatMap((column) =>
		column.flatMap(({ text }, at) =>
			POSTAL.test(text) && at > 0 && !isDetail(text) ? [blockAt(sheet, column, at)] : [],
		),
	);
	return [
		...senderLines(sheet),
		...blocks.filter(({ names }) => names.some((name) => /\p{L}{2}/u.test(name))),
	];
}

const LEGAL_FORM =
	/(?<!\p{L})(?:GmbH|AG|KG|OHG|e\.?\s?K\.?|UG|Ltd\.?|Limited|Inc\.?|LLC|Corp\.?|PLC|SARL|S\.?A\.?R\.?L\.?|SAS|SASU|S\.?A\.?|B\.?V\.?|N\.?V\.?|S\.?r\.?l\.?|S\.?p\.?A\.?|S\.?L\.?|Sdn\.?\s?Bhd\.?|e\.?\s?V\.?)(?!\p{L})/iu;

/** Begins the name of a person or a company in an address. */
const SALUTATION =
	/^(?:Herrn?|Frau|Firma|Fa\.|Familie|An(?:\s(?:die|den|das))?|Mr\.?|Mrs\.?|Ms\.?|M\.|Mme|Monsieur|Madame|Sr\.?|Sra\.?|Sig\.?|Dhr\.?|Mevr\.?)(?:\s+|$)/u;

const isRepeated = (name: string, { text }: Sheet): boolean => text.split(name).length > 2;

/**
 * The line of a block that is the party's name: one with a legal form, or that the document repeats; else the
 * first, if something says whose address it is.
 */
function nameOf(block: AddressBlock, sheet: Sheet): string | undefined {
	const names = block.names.map((name) => name.replace(SALUTATION, '').trim()).filter(Boolean);
	const known = names.find((name) => LEGAL_FORM.test(name));
	const repeated = names.find((name) => isRepeated(name, sheet));
	const isTelling = block.isSenderLine || block.heading !== '' || isAddressed(block);
	return known ?? repeated ?? (isTelling ? names[0] : undefined);
}

/** Whether a block begins with a salutation: it is the address of a letter. */
const isAddressed = ({ names: [first = ''] }: AddressBlock): boolean => SALUTATION.test(first);

/** The only company that is named with its legal form in a piece of its own, except the buyer. */
function lonelyCompany({ lines }: Sheet, except: string | undefined): string | undefined {
	const names = lines
		.flatMap(({ pieces }) => pieces)
		.map(({ text }) => text.trim())
		.filter((text) => text.length < 50 && !isDetail(text) && !/\d/u.test(text))
		.filter(
			(text) => /^\p{Lu}/u.test(text) && LEGAL_FORM.test(text.split(/\s/u).slice(1).join(' ')),
		)
		.filter((text) => except === undefined || !sameName(except, text));
	const [first, ...others] = new Map(
		names.map((name) => [labelWords(name).join(' '), name]),
	).values();
	return others.length === 0 ? first : undefined;
}

const sameName = (a: string, b: string): boolean =>
	labelWords(a).join(' ') === labelWords(b).join(' ');

/** Lines at the top of a document that may be its letterhead. */
const MOST_LETTERHEAD = 8;
/** Words of a letterhead that are neither name nor address: registration numbers, contacts. */
const NO_ADDRESS =
	/\b(?:tel|fax|phone|gst|vat|reg|invoice|receipt|bill|co\.?\s?no|www|http|@)\b|@/iu;
const isNoAddress = (text: string): boolean =>
	NO_ADDRESS.test(text) || (text.match(/\p{L}/gu)?.length ?? 0) < 3;
const POST_CODE = /(?<![\d-])\d{5}(?!\d)/u;

/** Whether the middles of lines are above each other, as on receipts. */
function isCentered(lines: readonly Sheet['lines'][number][]): boolean {
	const boxes = lines.map(({ pieces }) => ({
		x: pieces[0]?.x ?? 0,
		right: pieces.at(-1)?.right ?? 0,
	}));
	const width = Math.max(...boxes.map(({ x, right }) => right - x));
	const middles = boxes.map(({ x, right }) => (x + right) / 2);
	return lines.length > 2 && Math.max(...middles) - Math.min(...middles) < width * 0.15;
}

/**
 * The name and address at the top of a document without blocks, such as a receipt: the name first, then lines
 * up to the one with the post code.
 */
function letterhead({ lines }: Sheet): AddressBlock | undefined {
	const top = lines.slice(0, MOST_LETTERHEAD);
	const end = top.findIndex(({ text }) => POST_CODE.test(text) && !isNoAddress(text));
	const head = end === -1 ? top.slice(0, 4) : top.slice(0, end + 1);
	const kept = head.filter(({ text }) => !isNoAddress(text) && /\p{L}{3}/u.test(text));
	const legal = kept.findIndex(({ text }) => LEGAL_FORM.test(text));
	const at =
		legal === -1
			? kept.findIndex(
					({ text }) => text.split(' ').filter((word) => /\p{L}{2}/u.test(word)).length > 1,
				)
			: legal;
	const name = kept[at];
	if (name === undefined || (legal === -1 && (end === -1 || !isCentered(kept)))) return undefined;
	// The place may go on in a line of its own: "81100 JOHOR BAHRU, / JOHOR".
	const next = lines[end + 1]?.text ?? '';
	const isMore =
		end > 0 && (top[end]?.text ?? '').trim().endsWith(',') && /^[\p{L}\s.]{3,30}$/u.test(next);
	const address =
		end === -1 ? [] : [...kept.slice(at + 1).map(({ text }) => text), ...(isMore ? [next] : [])];
	return {
		names: [name.text.replace(/ ?\(?\d{4,8}[ -]?[A-Z]?\)?$/u, '')],
		address,
		heading: '',
		text: head.map(({ text }) => text).join('\n'),
		isSenderLine: false,
		pieces: head.flatMap(({ pieces }) => pieces),
	};
}

/** Seller and buyer of an invoice. */
export interface Parties {
	seller?: InvoiceParty | undefined;
	buyer?: InvoiceParty | undefined;
}

const CUSTOMER =
	/(?<!\p{L})(?:your|customer|client|ihre?|kunden?|votre|vos|acheteur|su|cliente|uw|klant)/iu;

/** The VAT identifiers of a document with the words before them; those of the customer are left out. */
function ownVatIds(sheet: Sheet, buyer: AddressBlock | undefined): string[] {
	const pieces = sheet.lines.flatMap((line) => line.pieces);
	const ids = pieces.flatMap((piece) =>
		vatIdsIn(piece.text).flatMap((id) => {
			const before = piece.text.slice(0, piece.text.indexOf(id));
			const isBuyers = buyer?.text.includes(piece.text) === true || CUSTOMER.test(before);
			return isBuyers || ibansIn(piece.text).length > 0 ? [] : [id];
		}),
	);
	return [...new Map(ids.map((id) => [id.replace(/[\s.-]/gu, ''), id])).values()];
}

/** The first of some identifiers in the column of an address, below it. */
function idBelow(
	{ lines }: Sheet,
	{ pieces }: AddressBlock,
	ids: readonly string[],
): string | undefined {
	const last = pieces.at(-1);
	if (last === undefined) return undefined;
	const below = lines
		.slice(last.line)
		.flatMap((line) => line.pieces)
		.filter(({ page, x }) => page === last.page && Math.abs(x - last.x) < ALIGNED * 3);
	return below.flatMap(({ text }) => ids.filter((id) => text.includes(id)))[0];
}

function detailsOf(block: AddressBlock): InvoiceParty {
	const [email] = emailsIn(block.text);
	const phone = block.text
		.split('\n')
		.filter((line) => /tel|fon|phone|^\+|☎/iu.test(line) && !/fax/iu.test(line))
		.flatMap((line) => phonesIn(line))[0];
	const contact = { ...(email && { email }), ...(phone && { phone }) };
	return Object.keys(contact).length > 0 ? { contact } : {};
}

const PLACE = /^((?:[A-Z]{1,3}\s?[-–]\s?)?\d{4,6}(?:\s?[A-Z]{2}(?=\s))?)[\s,]{0,3}(\p{Lu}.*)$/u;

function addressOf({ address }: AddressBlock): InvoiceAddress {
	const last = address.at(-1) ?? '';
	const country = isCountry(last) ? last : '';
	const lines = country === '' ? address : address.slice(0, -1);
	const [, postCode = '', city = ''] = PLACE.exec(lines.at(-1) ?? '') ?? [];
	const street = (city === '' ? lines : lines.slice(0, -1)).join(' ').replace(/,$/u, '');
	return {
		...(street && { line1: street }),
		...(city && { postCode, city }),
		...(country && { country }),
	};
}

function partyOf(block: AddressBlock, sheet: Sheet, isBuyer: boolean): InvoiceParty {
	const [first, ...others] = block.names;
	const name = nameOf(block, sheet) ?? (isBuyer && others.length === 0 ? first : undefined);
	const address = addressOf(block);
	const hasAddress = Object.keys(address).length > 0;
	return { ...(name && { name }), ...(hasAddress && { address }), ...detailsOf(block) };
}

/** Whether a block has what only a seller states, or a name that the document repeats. */
function isSellers(block: AddressBlock, sheet: Sheet): boolean {
	const { text } = block;
	const name = nameOf(block, sheet);
	return (
		(vatIdsIn(text).length > 0 && !CUSTOMER.test(text)) ||
		ibansIn(text).length > 0 ||
		/(?<!\p{L})(?:HR[AB]|KvK|SIRET|SIREN|RCS|www\.|https?:)/iu.test(text) ||
		(name !== undefined && isRepeated(name, sheet))
	);
}

/** The blocks of seller and buyer. */
function chooseBlocks(sheet: Sheet, blocks: readonly AddressBlock[]) {
	const roles = blocks.map((block) => roleOf(block.heading));
	const known = (role: 'seller' | 'buyer') => blocks.find((_block, at) => roles[at] === role);
	const open = blocks.filter((_block, at) => roles[at] === undefined);
	let buyer = known('buyer') ?? blocks.find(isAddressed);
	let seller =
		known('seller') ??
		blocks.find(({ isSenderLine }) => isSenderLine) ??
		open.find((block) => block !== buyer && isSellers(block, sheet));
	const sellerName = seller ? (nameOf(seller, sheet) ?? '') : '';
	const others = open.filter((block) => {
		const isTheirs = sameName(nameOf(block, sheet) ?? '', sellerName);
		return block !== seller && block !== buyer && !isTheirs && !block.isSenderLine;
	});
	buyer ??= seller && others.find((block) => !isSellers(block, sheet));
	if (buyer !== undefined && others.length === 1) seller ??= others[0];
	if (blocks.length === 0) seller ??= letterhead(sheet);
	return { seller, buyer };
}

/** The VAT identifier of the seller: that in or below the seller's address, or the only one. */
function sellersVatId(
	sheet: Sheet,
	seller: AddressBlock | undefined,
	buyer: AddressBlock | undefined,
): string | undefined {
	const ids = ownVatIds(sheet, buyer);
	const own = seller && (ids.find((id) => seller.text.includes(id)) ?? idBelow(sheet, seller, ids));
	return own ?? (ids.length === 1 ? ids[0] : undefined);
}

/**
 * Seller and buyer by the address blocks of a document: by headings, by the sender's line above the buyer's
 * address, by what only a seller states (VAT identifier, bank, register) or repeats.
 */
export function readParties(sheet: Sheet): Parties {
	const { seller, buyer } = chooseBlocks(sheet, addressBlocks(sheet));
	const vatId = sellersVatId(sheet, seller, buyer);
	const known = seller ? partyOf(seller, sheet, false) : {};
	const name = known.name ?? (buyer && lonelyCompany(sheet, nameOf(buyer, sheet)));
	const found = { ...known, ...(name && { name }), ...(vatId && { vatId }) };
	return {
		seller: Object.keys(found).length > 0 ? found : undefined,
		buyer: buyer && partyOf(buyer, sheet, true),
	};
}
