// An operation that Ajv cannot compile, though it is valid.

/** More parameters than can be validated at once: the generated code is nested too deep to be parsed. */
export const UNCOMPILED = Array.from({ length: 3_000 }, (_, index) => ({ name: `p${index}`, in: 'query', schema: {} }));

/** Makes a document large that contains it. */
export const LARGE = 'x'.repeat(512 * 1024);
