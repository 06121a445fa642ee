// The door to fast-check: values are generated at random, and one that shows something is made smaller as long as it still does.

export type { Arbitrary } from 'fast-check';
export { default as fc } from 'fast-check';
