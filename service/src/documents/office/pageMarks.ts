/** A word that stands between pages, for the pages to be told apart in the Markdown. */
export const PAGE_MARK = 'Qxpagexq';
/** The same where a program recorded the end of a page, which may be in the middle of a sentence. */
export const RECORDED_MARK = 'Qxrecordedxq';
