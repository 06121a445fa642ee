// The coverage dimensions of an operation, beside its statuses.

/** Kinds of points, in the order of reports. */
export const DIMENSIONS = ['mediaTypes', 'parameters', 'properties', 'values', 'branches', 'security'] as const;

export type Dimension = (typeof DIMENSIONS)[number];
