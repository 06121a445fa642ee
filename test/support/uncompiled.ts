// A schema that Ajv cannot compile, though it breaks no rule.

/** JSON Schema 2020-12 that asks for too many things at once: the code that checks them is nested too deep to be read. */
export const UNCOMPILED = {
  dependentRequired: { a: Array.from({ length: 2_200 }, (_, index) => `p${index}`) },
};

/** What makes a document large when it stands in it. */
export const LARGE = 'x'.repeat(512 * 1024);
