/** A word between pages, so that they can be separated in the Markdown. */
export const PAGE_MARK = 'Qxpagexq';
/** The same where a program recorded a page end, which may be in the middle of a sentence. */
export const RECORDED_MARK = 'Qxrecordedxq';
