// The form of a control token, also for settings, which load no cryptography.

/** Valid tokens (RFC 6750, section 2.1), long enough not to be guessed. */
const TOKEN = /^[A-Za-z0-9._~+/-]{16,1000}=*$/;

/** The requirement that a token violates; undefined for a valid one. */
export function tokenProblem(token: string): string | undefined {
  return TOKEN.test(token)
    ? undefined
    : '16 to 1000 characters of A-Z a-z 0-9 . _ ~ + / - (for example from `openssl rand -hex 32`)';
}
