// Variants of a JSON Web Token that every server must reject.

import { isRecord } from '../../schema/is-record.ts';
import type { Bearer } from './with-tokens.ts';

/** A token that a server must reject. */
export interface RejectedToken {
  /** Its difference from a valid one, such as `with an expired token`. */
  readonly description: string;
  readonly token: string;
}

/** Expiry of the expired variant: 2001-09-09. */
const PAST = 1_000_000_000;

/** The forged variants of a token; none if it is no signed JSON Web Token (RFC 7519). */
export function forgeTokens(token: string): readonly RejectedToken[] {
  const [head = '', claims = '', signature = '', ...others] = token.split('.');
  const [header, payload] = [decode(head), decode(claims)];
  if (!header || typeof header.alg !== 'string' || !payload || signature === '' || others.length > 0) return [];
  const expired = encode({ ...payload, exp: PAST });
  // The last character of base64url may have unused bits.
  const changed = (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1);
  return [
    { description: 'with an expired JSON Web Token (exp in the past)', token: `${head}.${expired}.${signature}` },
    { description: 'with a JSON Web Token whose signature is wrong', token: `${head}.${claims}.${changed}` },
    {
      description: 'with an unsigned JSON Web Token (alg: none)',
      token: `${encode({ ...header, alg: 'none' })}.${claims}.`,
    },
  ];
}

function decode(part: string): Readonly<Record<string, unknown>> | undefined {
  if (!/^[\w-]+$/.test(part)) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(part, 'base64url').toString());
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A bearer whose tokens the server must reject. */
export interface ForgedBearer extends Bearer {
  /** Their difference from a valid one. */
  readonly description: string;
}

/** The forged bearers of a client; none if its first token is no JSON Web Token. */
export function forgeBearers({ name, tokens }: Bearer): readonly ForgedBearer[] {
  const [first = ''] = tokens.all;
  return forgeTokens(first).map(({ description }, index): ForgedBearer => {
    const all = new Set<string>();
    return {
      name,
      description,
      mark: `understudy-token-${crypto.randomUUID()}`,
      tokens: {
        all,
        async for(scopes) {
          const token = forgeTokens(await tokens.for(scopes))[index]?.token ?? 'no-such-credentials';
          all.add(token);
          return token;
        },
        instead: async () => undefined,
        wasKnown: () => undefined,
      },
    };
  });
}
