import type { Invoice, InvoiceAddress, InvoiceParty } from '@web-data-extraction/documents/invoice';
import { termNames } from '../einvoice/termNames.ts';
import { fitOfNames, type LabelledText, namesOf } from '../labels/labelledTexts.ts';
import { LABEL_FIT, labelWords } from '../names/labels.ts';
import { onlyOne } from '../onlyOne.ts';
import { ibansIn, vatIdsIn } from '../shapes/bank.ts';
import { emailsIn, phonesIn } from '../shapes/contact.ts';
import { type AddressBlock, addressBlocks, isCountry, PART_MARK } from './addresses.ts';
import { letterhead } from './letterhead.ts';
import { companyName, hasLegalForm } from './names.ts';
import { isDetail, type Role } from './roles.ts';
import { type Piece, piecesIn, type Sheet } from '../sheet/sheet.ts';

/** Begins the name of a person or a company in an address. */
const SALUTATION =
	/^(?:Herrn?|Frau|Firma|Fa\.|Familie|An(?:\s(?:die|den|das))?|Mr\.?|Mrs\.?|Ms\.?|M\.|Mme|Monsieur|Madame|Sr\.?|Sra\.?|Sig\.?|Spett\.?(?:le)?|Dhr\.?|Mevr\.?)(?:\s+|$)/u;

const folded = (text: string): string => labelWords(text).join(' ');

/**
 * The line of a block that is its party's name: one with a legal form, else one that the document repeats
 * elsewhere, else the first.
 */
function nameOf({ names, pieces }: AddressBlock, { lines }: Sheet): string | undefined {
	const own = new Set(pieces.map(({ line }) => line));
	const rest = lines.filter((_line, at) => !own.has(at)).map(({ text }) => text);
	const bare = names.map((name) => name.replace(SALUTATION, '').trim()).filter(Boolean);
	const isRepeated = (name: string): boolean =>
		name.includes(' ') && rest.some((text) => text.includes(name));
	const name = bare.find(hasLegalForm) ?? bare.find(isRepeated) ?? bare[0];
	return name && companyName(name);
}

/** All addresses of one party. */
interface Candidate {
	name: string;
	blocks: AddressBlock[];
	role: Role | undefined;
}

/** Addresses by the names above them: the sender's line, the letterhead and the footer have the same. */
function candidatesOf(sheet: Sheet, blocks: readonly AddressBlock[]): Candidate[] {
	const named = blocks.flatMap((block) => {
		const name = nameOf(block, sheet);
		return name === undefined ? [] : [{ name, block }];
	});
	return [...Map.groupBy(named, ({ name }) => folded(name)).values()].flatMap((all) => {
		const [first] = all;
		const roles = all.map(({ block }) => block.role);
		const named = roles.find((one) => one === 'buyer' || one === 'seller');
		// Goods may be delivered to the buyer, whose own address has no heading.
		const role = named ?? (roles.includes(undefined) ? undefined : 'other');
		return first ? [{ name: first.name, blocks: all.map(({ block }) => block), role }] : [];
	});
}

const isAddressed = ({ blocks }: Candidate): boolean =>
	blocks.some(({ names: [first = ''] }) => SALUTATION.test(first));

/** Whether the document has a site or a mailbox with the name of a party: "info@woodcraft.example". */
function hasSite({ name }: Candidate, text: string): boolean {
	const [word = ''] = labelWords(name);
	const sites = text.match(/(?<=@|www\.|https?:\/\/)[\p{L}\d-]{3,63}(?=\.)/giu) ?? [];
	return word.length > 2 && sites.some((site) => folded(site).replaceAll(' ', '').startsWith(word));
}

/** How much says that an address is that of the sender, which is the seller except in orders. */
function sendersMarks(candidate: Candidate, sheet: Sheet, others: readonly Candidate[]): number {
	const { name, blocks } = candidate;
	const [street = name] = blocks
		.flatMap(({ address }) => address)
		.filter((line) => /\d/u.test(line));
	const inBlocks = [candidate, ...others].flatMap((one) => one.blocks);
	const own = new Set(inBlocks.flatMap(({ pieces }) => pieces.map(({ line }) => line)));
	const isRepeated = sheet.lines.some(
		({ text }, at) => !own.has(at) && (text.includes(name) || text.includes(street)),
	);
	const text = blocks.map((block) => block.text).join('\n');
	const details = [
		emailsIn(text).length > 0 || /www\.|https?:/iu.test(text),
		ibansIn(text).length > 0,
		vatIdsIn(text).length > 0 && new Set(vatIdsIn(sheet.text)).size === 1,
		text.split('\n').filter((line) => isDetail(line)).length > 1,
	];
	const topOf = (one: Candidate): number =>
		Math.min(...one.blocks.flatMap(({ pieces }) => pieces.map(({ line }) => line)));
	const isFirst = others.every((other) => topOf(other) > topOf(candidate) + 1);
	return (
		(blocks.some(({ isLine }) => isLine) ? 3 : 0) +
		(hasSite(candidate, sheet.text) ? 2 : 0) +
		Math.min(2, details.filter(Boolean).length) +
		(isRepeated ? 1 : 0) +
		(isFirst ? 1 : 0) -
		(isAddressed(candidate) ? 4 : 0)
	);
}

/** Which addresses are those of who sends a document and who receives it; none where nothing decides. */
function chooseParties(sheet: Sheet, all: readonly Candidate[], isOrder: boolean) {
	const known = (role: Role) => all.find((one) => one.role === role);
	const open = all.filter(({ role }) => role === undefined);
	const [seller, buyer] = [known('seller'), known('buyer')];
	let [sender, receiver] = isOrder ? [buyer, seller] : [seller, buyer];
	const ranked = open
		.map((one) => ({
			one,
			marks: sendersMarks(
				one,
				sheet,
				open.filter((other) => other !== one),
			),
		}))
		.toSorted((a, b) => b.marks - a.marks);
	const [best, second] = ranked;
	const isClear = best !== undefined && best.marks > (second?.marks ?? -Infinity);
	if (isClear && (best.marks > 0 || receiver !== undefined)) sender ??= best.one;
	const rest = open.filter((one) => one !== sender);
	const addressed = rest.filter(isAddressed);
	const [only, ...others] = addressed.length > 0 ? addressed : rest;
	const isAlone = only !== undefined && others.length === 0;
	if (isAlone && (sender !== undefined || addressed.length > 0)) receiver ??= only;
	return { sender, receiver };
}

/** The companies that a document names with their legal form, alone or before further details, except a party. */
function otherCompanies(sheet: Sheet, all: readonly Candidate[]): string[] {
	const known = new Set(all.map(({ name }) => folded(name)));
	const found = piecesIn(sheet).flatMap(({ text }) => {
		const [first = ''] = text.split(PART_MARK);
		const words = first.trim().split(' ');
		const isNamed = words.length > 1 && words.length <= 6 && hasLegalForm(words.at(-1) ?? '');
		return isNamed && /^\p{Lu}/u.test(first) && !/[:\d]/u.test(first) ? [first.trim()] : [];
	});
	const others = found.filter((name) => !known.has(folded(name)));
	return [...new Map(others.map((name) => [folded(name), name])).values()];
}

const VAT_NAMES = namesOf(termNames('BT-31'));
/** A number for tax behind its label, which needs no prefix of the country. */
const NATIONAL_ID = /^[A-Z]{0,3}[ -]?\d[\d .-]{6,14}\d(?:[ -]?[A-Z]{1,4})?$|^[A-Z]\d{7}[A-Z\d]$/u;
const CUSTOMER =
	/(?<!\p{L})(?:your|customer|client|ihre?|kunden?|votre|vos|acheteur|su|cliente|uw|klant)/iu;
/** Details of an address begin near its left edge. */
const ALIGNED_DETAILS = 12;
const bareId = (id: string): string => id.replace(/[\s.-]/gu, '');

/** Details are at most this many heights below an address or another detail of it. */
const DETAIL_GAP = 3;

/** Whether a piece is below another in its column, without a gap. */
function isBelow({ lines }: Sheet, last: Piece, piece: Piece): boolean {
	if (last.page !== piece.page || last.line > piece.line) return false;
	const column = lines
		.slice(last.line, piece.line + 1)
		.flatMap(({ pieces }) => pieces.filter(({ x }) => Math.abs(x - last.x) <= ALIGNED_DETAILS));
	const isNear = column.every(({ y, bottom }, at) => {
		const above = column[at - 1];
		return above === undefined || y - above.bottom <= (bottom - y) * DETAIL_GAP;
	});
	return isNear && column.includes(piece);
}

/** The address that a detail belongs to: the nearest above in its column, or the one in whose line it stands. */
function ownerOf(sheet: Sheet, piece: Piece, all: readonly Candidate[]): Candidate | undefined {
	const owners = all.flatMap((candidate) =>
		candidate.blocks.flatMap(({ pieces, isLine }) => {
			const last = pieces.at(-1);
			const isIn = isLine && pieces.some(({ line }) => line === piece.line);
			return last && (isIn || isBelow(sheet, last, piece)) ? [{ candidate, line: last.line }] : [];
		}),
	);
	return owners.toSorted((a, b) => b.line - a.line)[0]?.candidate;
}

/** The VAT identifier of the sender: its own, at its address, or the only one that is not another's. */
function sendersVatId(
	sheet: Sheet,
	labelled: readonly LabelledText[],
	all: readonly Candidate[],
	sender: Candidate | undefined,
): { vatId?: string; isOwn: boolean } {
	const shaped = piecesIn(sheet).flatMap((piece) =>
		vatIdsIn(piece.text).map((id) => ({ id, piece, before: piece.text.split(id)[0] ?? '' })),
	);
	const named = labelled.flatMap(({ label, value, piece }) => {
		const isNamed = fitOfNames(VAT_NAMES, label) >= LABEL_FIT.reordered;
		return isNamed && NATIONAL_ID.test(value.trim())
			? [{ id: value.trim(), piece, before: label }]
			: [];
	});
	const found = [...shaped, ...named.filter(({ piece }) => vatIdsIn(piece.text).length === 0)]
		.filter(({ piece, before }) => !CUSTOMER.test(before) && ibansIn(piece.text).length === 0)
		.map((one) => ({ ...one, owner: ownerOf(sheet, one.piece, all) }));
	const own = found.filter(({ owner }) => owner !== undefined && owner === sender);
	const free = found.filter(({ owner }) => owner === undefined);
	const isOwn = own.length > 0;
	const ids = new Map((isOwn ? own : free).map(({ id }) => [bareId(id), id]));
	const vatId = onlyOne(ids.values());
	return { ...(vatId !== undefined && { vatId }), isOwn };
}

function detailsOf(text: string): InvoiceParty {
	const [email] = emailsIn(text);
	const phone = text
		.split('\n')
		.filter((line) => /tel|fon|phone|^\+|☎/iu.test(line) && !/fax/iu.test(line))
		.flatMap((line) => phonesIn(line))[0];
	const contact = { ...(email && { email }), ...(phone && { phone }) };
	return Object.keys(contact).length > 0 ? { contact } : {};
}

const PLACE = /^((?:[A-Z]{1,3}\s?[-–]\s?)?\d{4,6}(?:\s?[A-Z]{2}(?=\s))?)[\s,]{0,3}(\p{Lu}.*)$/u;

function addressOf(address: readonly string[]): InvoiceAddress {
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

function partyOf({ name, blocks }: Candidate): InvoiceParty {
	const whole = blocks.toSorted((a, b) => Number(a.isLine) - Number(b.isLine))[0];
	return { ...namedWith(name, whole?.address ?? []), ...detailsOf(whole?.text ?? '') };
}

/** A party by its name, and its address if there is one. */
function namedWith(name: string, lines: readonly string[]): InvoiceParty {
	const address = addressOf(lines);
	return Object.keys(address).length > 0 ? { name, address } : { name };
}

/** Seller and buyer of an invoice. */
export interface Parties {
	seller?: InvoiceParty | undefined;
	buyer?: InvoiceParty | undefined;
	/** Who may be one of them, although nothing says so. */
	maybe?: Pick<Invoice, 'seller' | 'buyer'> | undefined;
}

/**
 * Seller and buyer by the addresses of a document: by headings, by the sender's line above the receiver's address,
 * by what only a sender states (bank, site, registers) or repeats, by their places. Where nothing decides,
 * neither is known. Invoices are sent by the seller, orders by the buyer.
 */
export function readParties(
	sheet: Sheet,
	labelled: readonly LabelledText[],
	isOrder: boolean,
): Parties {
	const all = candidatesOf(sheet, addressBlocks(sheet));
	const chosen = chooseParties(sheet, all, isOrder);
	const { vatId, isOwn } = sendersVatId(sheet, labelled, all, chosen.sender);
	const { isSure, ...found } = describeSender(sheet, all, { ...chosen, isOwn });
	const proved = { ...(isSure && found), ...(vatId && { vatId }) };
	const sender = Object.keys(proved).length > 0 ? proved : undefined;
	const receiver = chosen.receiver && partyOf(chosen.receiver);
	const maybe = isSure ? undefined : found;
	return isOrder
		? { seller: receiver, buyer: sender, maybe: maybe && { buyer: maybe } }
		: { seller: sender, buyer: receiver, maybe: maybe && { seller: maybe } };
}

/** Marks of a sender that are enough, where no heading and no legal form says who it is. */
const ENOUGH_MARKS = 3;

/** The sender, whom the head of a receipt or the name of a company may state better than an address. */
function describeSender(
	sheet: Sheet,
	all: readonly Candidate[],
	{ sender, receiver, isOwn }: ReturnType<typeof chooseParties> & { isOwn: boolean },
): InvoiceParty & { isSure: boolean } {
	const isNamed =
		sender?.role !== undefined || sender?.blocks.some(({ isLine }) => isLine) === true;
	if (isNamed) return { ...partyOf(sender), isSure: true };
	const head = letterhead(sheet);
	if (head) return { ...namedWith(head.name, head.address), isSure: head.isSure };
	const isSure = isOwn || isProved(sheet, all, sender);
	const own = sender ? { ...partyOf(sender), isSure } : { isSure };
	if (!receiver || hasLegalForm(sender?.name ?? '')) return own;
	const [company, ...more] = otherCompanies(sheet, all);
	if (company === undefined) return own;
	return more.length === 0 ? { name: company, isSure: true } : { isSure: false };
}

/** Whether an address without a heading is the sender's: without further marks it may be that of an agent or a branch. */
function isProved(sheet: Sheet, all: readonly Candidate[], sender: Candidate | undefined): boolean {
	if (sender === undefined) return false;
	const others = all.filter((one) => one !== sender);
	return hasLegalForm(sender.name) || sendersMarks(sender, sheet, others) >= ENOUGH_MARKS;
}
