// Verifies signed assertions of clients (RFC 7523).

import { createPublicKey } from 'node:crypto';
import type { LoginKey } from '../login/login-types.ts';
import { claimProblem, readJwt } from './jwt.ts';

/** In seconds, as the reference implementation has it: how old one may be. */
const OLDEST = 3600;
/** In seconds: how long one may be good for. A lost one should not open anything for ever. */
const LONGEST = 86_400;
/** By how much clocks may differ, in seconds. */
const TOLERANCE = 15;

/** The expected signer and audience. */
interface ExpectedSigner {
  /** Of the client or the user. */
  readonly id: string;
  readonly keys: readonly LoginKey[];
  /** One of these must be its audience. */
  readonly audience: readonly string[];
}

const WITHIN_A_DAY = 'exp of the assertion must be within a day';

/** The problem of an assertion (RFC 7523, section 3); undefined if it is valid. */
export async function assertionProblem(
  assertion: string,
  { id, keys, audience }: ExpectedSigner,
): Promise<string | undefined> {
  const jwt = readJwt(assertion);
  if (!jwt) return 'the assertion is not a JWT';
  const { kid } = jwt.header;
  const key = keys.find((one) => one.id === kid);
  if (!key) return `the assertion is signed with the key (kid) ${kid}, which ${id} does not have`;
  const problem = await claimProblem(assertion, createPublicKey(key.publicKey), {
    issuer: id,
    subject: id,
    audience: [...audience],
    maxTokenAge: OLDEST,
    clockTolerance: TOLERANCE,
    requiredClaims: ['exp'],
  });
  if (problem === 'unsigned') return `the assertion is not signed with the key (kid) ${kid}`;
  if (Number(jwt.payload.exp) > Date.now() / 1000 + LONGEST + TOLERANCE) return WITHIN_A_DAY;
  switch (problem?.claim) {
    case undefined:
      return undefined;
    case 'aud':
      return `aud of the assertion must be ${audience.join(' or ')}`;
    case 'iat':
      return 'iat of the assertion must be within the last hour';
    case 'exp':
      return problem?.isExpired ? 'the assertion has expired' : WITHIN_A_DAY;
    case 'nbf':
      return 'the assertion is not valid yet';
    default:
      return `iss and sub of the assertion must be ${id}`;
  }
}
