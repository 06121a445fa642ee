// Names of the grant types for machines.

/** RFC 6749, section 4.4. */
export const CLIENT_CREDENTIALS = 'client_credentials';

/** RFC 7523, section 2.1; the reference implementation calls it the JWT profile. */
export const JWT_BEARER = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

/** The value of `client_assertion_type` (RFC 7523, section 2.2). */
export const CLIENT_ASSERTION = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
