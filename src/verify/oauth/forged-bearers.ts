// Forges the tokens that a client gets from its authorization server.

import { forgeTokens } from './forged-tokens.ts';
import type { Bearer } from './with-tokens.ts';

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
