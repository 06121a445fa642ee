// Reasons for missing responses, from errors of Node.

const TRUST = '(trust it with --ca FILE, or any certificate with --insecure)';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'connection refused',
  ECONNRESET: 'connection closed before the response was complete',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'host name lookup failed',
  EHOSTUNREACH: 'network unreachable',
  ENETUNREACH: 'network unreachable',
  ETIMEDOUT: 'connection refused',
  EPIPE: 'connection closed while the request was sent',
  HPE_HEADER_OVERFLOW: 'response headers exceed 16 KiB',
  CERT_HAS_EXPIRED: `the certificate has expired ${TRUST}`,
  CERT_NOT_YET_VALID: `the certificate is not valid yet ${TRUST}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `the certificate is self-signed ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `the certificate is not from a trusted issuer ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT: `the certificate is not from a trusted issuer ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `the certificate is not from a trusted issuer ${TRUST}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `the certificate is not from a trusted issuer ${TRUST}`,
  EPROTO: 'TLS handshake failed; did you mean http://?',
};

const UNREACHABLE: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ETIMEDOUT',
]);

/** Whether no connection could be made. */
export function isUnreachable(error: NodeJS.ErrnoException): boolean {
  return UNREACHABLE.has(firstError(error).code ?? '');
}

/** Describes an error as a clause. */
export function describeNetworkError(error: NodeJS.ErrnoException): string {
  const { code = '', message } = firstError(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `the certificate is for another host: ${namesIn(message)} ${TRUST}`;
  const known = REASONS[code];
  if (known !== undefined) return known;
  return code.startsWith('HPE_') ? `the response is not HTTP: ${message.replace(/^Parse Error: /, '')}` : message;
}

/** The first error: Node has one for each address. */
function firstError(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** The names in a message of Node. */
function namesIn(message: string): string {
  return /.*altnames: (.*)$/s.exec(message)?.[1] ?? message;
}
