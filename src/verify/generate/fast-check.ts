// The only door to fast-check: generates values, and minimises failing ones.

export type { Arbitrary } from 'fast-check';
export { default as fc } from 'fast-check';
