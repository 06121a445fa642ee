// The methods for which a path item has operations.

/** In the order of the specification (OpenAPI 3.0.3, section 4.7.9; 3.2 adds `query`), in lower case as the keys of a path item. */
export const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

export type Method = (typeof METHODS)[number];

/** Methods that only ask (RFC 9110, section 9.2.1), and that all clients can send. */
export const READING: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Methods about a thing that is there already: they change it, or remove it. */
export const CHANGING: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** Methods of which one request does what several of the same do (RFC 9110, section 9.2.2), as far as HTTP says so. */
export const IDEMPOTENT: ReadonlySet<string> = new Set([...READING, 'PUT', 'DELETE', 'TRACE']);

/** Methods whose requests make nothing that was not there: they ask, or remove. */
export const MAKING_NOTHING: ReadonlySet<string> = new Set([...READING, 'QUERY', 'DELETE', 'TRACE']);

/** Methods whose requests usually have no content (RFC 9110, section 9.3). */
export const WITHOUT_CONTENT: ReadonlySet<string> = new Set([...READING, 'DELETE', 'TRACE', 'CONNECT']);
