// The paths of the inspector and its files.

/** The path of the page. */
export const INSPECTOR = '/inspector';
/** The path below which its files are. */
export const PAGE_FILES = '/_understudy/page/';
