// What of an operation can be exercised, beside its statuses.

/** Kinds of points, in the order in which people are told of them. */
export const DIMENSIONS = ['mediaTypes', 'parameters', 'properties', 'values', 'branches', 'security'] as const;

export type Dimension = (typeof DIMENSIONS)[number];
