// How much memory a stand-in takes under load.

/**
 * V8 lets the space for young objects grow to 100 MB under load, of which hardly anything is alive at any time. What it has grown to by then is enough:
 * requests take no longer.
 */
export const KEEP_YOUNG_SMALL = '--semi-space-growth-factor=1';
