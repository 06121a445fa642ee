// The methods for which a path item has operations.

/** In the order of the specification (OpenAPI 3.0.3, section 4.7.9; 3.2 adds `query`), in lower case as the keys of a path item. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

export type Method = (typeof METHODS)[number];

/** Methods that only ask (RFC 9110, section 9.2.1), and that all clients can send. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Methods about a thing that is there already: they change it, or remove it. */
export const CHANGING: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);
