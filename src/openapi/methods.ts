// HTTP methods of path items, and their properties.

/** In the order of the specification (OpenAPI 3.0.3, section 4.7.9; 3.2 adds `query`), in lower case. */
export const OPENAPI_METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace', 'query'] as const;

export type Method = (typeof OPENAPI_METHODS)[number];

/** Safe methods (RFC 9110, section 9.2.1) that all clients can send. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Methods that change or remove an existing resource. */
export const MODIFYING_METHODS: ReadonlySet<string> = new Set(['PUT', 'PATCH', 'DELETE']);

/** Idempotent methods (RFC 9110, section 9.2.2). */
export const IDEMPOTENT_METHODS: ReadonlySet<string> = new Set([...SAFE_METHODS, 'PUT', 'DELETE', 'TRACE']);

/** Methods that create nothing. */
export const NON_CREATING_METHODS: ReadonlySet<string> = new Set([...SAFE_METHODS, 'QUERY', 'DELETE', 'TRACE']);

/** Methods whose requests usually have no content (RFC 9110, section 9.3). */
export const METHODS_WITHOUT_CONTENT: ReadonlySet<string> = new Set([...SAFE_METHODS, 'DELETE', 'TRACE', 'CONNECT']);
