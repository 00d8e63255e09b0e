/** Formatting changes and their value sizes in bytes, by the kind in the number ([MS-DOC], 2.2.5.1). */
const DELETED = 0x08_00;
const HIDDEN = 0x08_3c;
const STRUCK = 0x08_37;
const STRUCK_TWICE = 0x2a_53;
/** Above the line by its kind, or by half-points. */
const RAISED = 0x2a_48;
const LIFTED = 0x48_45;
/** A character style, by number. */
const STYLE = 0x4a_30;
const VALUE_BYTES: readonly (number | undefined)[] = [1, 1, 2, 4, 2, 2, undefined, 3];
/** The kind of raised text that is above the line; lowered text is another. */
const ABOVE = 1;
/** As the style says, and the opposite. */
const AS_STYLE = 0x80;
const UNLIKE_STYLE = 0x81;

/** How a run of text looks, in the aspects needed here. */
export interface CharacterFormatting {
	isDeleted: boolean;
	isHidden: boolean;
	isRaised: boolean;
	isLifted: boolean;
}

/** How text without any formatting looks. */
export const PLAIN_FORMATTING: CharacterFormatting = {
	isDeleted: false,
	isHidden: false,
	isRaised: false,
	isLifted: false,
};

/** The changes in a list, each with its value. */
function* changesIn(list: Buffer): Generator<{ kind: number; value: number; at: number }> {
	for (let at = 0; at + 3 <= list.length;) {
		const kind = list.readUInt16LE(at);
		const value = list[at + 2] ?? 0;
		yield { kind, value, at: at + 2 };
		at += 2 + (VALUE_BYTES[kind >>> 13] ?? 1 + value);
	}
}

/** The number of the character style that a list of changes names. */
export function styleIn(list: Buffer): number | undefined {
	for (const { kind, at } of changesIn(list)) {
		if (kind === STYLE && at + 2 <= list.length) return list.readUInt16LE(at);
	}
	return undefined;
}

/** How text looks after a list of changes. @param style how its styles make it look */
export function applyFormatting(style: CharacterFormatting, list: Buffer): CharacterFormatting {
	const formatting = { ...style };
	const isOn = (value: number, byStyle: boolean): boolean => {
		if (value === AS_STYLE) return byStyle;
		return value === UNLIKE_STYLE ? !byStyle : value === 1;
	};
	for (const { kind, value, at } of changesIn(list)) {
		if (kind === DELETED) formatting.isDeleted = isOn(value, style.isDeleted);
		else if (kind === HIDDEN) formatting.isHidden = isOn(value, style.isHidden);
		else if (kind === RAISED) formatting.isRaised = value === ABOVE;
		else if (kind === LIFTED && at + 2 <= list.length)
			formatting.isLifted = list.readInt16LE(at) > 0;
	}
	return formatting;
}

/**
 * Turns double strike-out into single: the document library knows only that.
 * @returns whether there was any
 */
export function strikeOnce(list: Buffer): boolean {
	let isChanged = false;
	for (const { kind, at } of changesIn(list)) {
		if (kind !== STRUCK_TWICE) continue;
		list.writeUInt16LE(STRUCK, at - 2);
		isChanged = true;
	}
	return isChanged;
}
