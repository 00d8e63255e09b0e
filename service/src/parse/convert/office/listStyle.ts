/** Whether a list is numbered or bulleted. */
export type ListType = 'ordered' | 'unordered';

/** What a list style says about each of its levels, outermost first. */
export type ListLevels = ReadonlyArray<ListType | undefined>;
