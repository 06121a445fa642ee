// An operation that Ajv cannot compile, though it breaks no rule.

/** More parameters than can be checked at once: the code that does is nested too deep to be read. */
export const UNCOMPILED = Array.from({ length: 3_000 }, (_, index) => ({ name: `p${index}`, in: 'query', schema: {} }));

/** What makes a document large when it stands in it. */
export const LARGE = 'x'.repeat(512 * 1024);
