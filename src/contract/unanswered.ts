// Why a server has not answered, as people understand it.

const TRUST = '(--ca FILE names whose certificates are trusted, --insecure trusts any)';

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nobody answers there',
  ECONNRESET: 'it closed the connection before its answer was whole',
  ENOTFOUND: 'its name is not known',
  EAI_AGAIN: 'its name cannot be looked up now',
  EHOSTUNREACH: 'no way leads there',
  ENETUNREACH: 'no way leads there',
  ETIMEDOUT: 'nobody answers there',
  EPIPE: 'it closed the connection while it was asked',
  HPE_HEADER_OVERFLOW: 'the header fields of its answer have more than 16 KiB',
  CERT_HAS_EXPIRED: `its certificate has expired ${TRUST}`,
  CERT_NOT_YET_VALID: `its certificate is not valid yet ${TRUST}`,
  DEPTH_ZERO_SELF_SIGNED_CERT: `its certificate is signed by itself ${TRUST}`,
  SELF_SIGNED_CERT_IN_CHAIN: `its certificate is from nobody who is trusted here ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT: `its certificate is from nobody who is trusted here ${TRUST}`,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: `its certificate is from nobody who is trusted here ${TRUST}`,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: `its certificate is from nobody who is trusted here ${TRUST}`,
  EPROTO: 'it does not speak TLS there as it is spoken here; http:// may be meant',
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
  return UNREACHABLE.has(firstOf(error).code ?? '');
}

/** A clause. */
export function reasonOf(error: NodeJS.ErrnoException): string {
  const { code = '', message } = firstOf(error);
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `its certificate is for another host: ${namesIn(message)} ${TRUST}`;
  const known = REASONS[code];
  if (known !== undefined) return known;
  return code.startsWith('HPE_') ? `what it sends is no HTTP: ${message.replace(/^Parse Error: /, '')}` : message;
}

/** There is one error for each address that was tried. */
function firstOf(error: NodeJS.ErrnoException): NodeJS.ErrnoException {
  return error instanceof AggregateError ? error.errors[0] : error;
}

/** The names in a message of Node. */
function namesIn(message: string): string {
  return /.*altnames: (.*)$/s.exec(message)?.[1] ?? message;
}
