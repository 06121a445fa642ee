// Unauthenticated cases: without credentials, with unknown ones, and with those of other schemes.

import { isSupportedScheme, listSecuritySchemes, type SecurityRequirement } from '../../openapi/security.ts';
import { credentialFields, shown, withoutCredentials } from '../credentials.ts';
import { type Call, writeCall } from '../requests/call.ts';
import type { Beginning } from './accepted.ts';
import type { Meant, Trial } from './trial.ts';

/** Maximum number of other schemes per operation. */
const MOST_OTHERS = 3;

export function* strangers(
  beginning: Pick<Beginning, 'operation' | 'said' | 'credentials' | 'varying'>,
): Generator<Trial> {
  const { operation, said, credentials } = beginning;
  if (!operation.secured) return;
  // Credentials in common headers are omitted, too.
  const plain = writeCall(operation, withoutCredentials(operation, said));
  const call: Call = { ...plain, without: [...(plain.without ?? []), ...credentialFields(operation)] };
  const meant: Meant = { kind: 'anonymous' };
  const phase = 'invalid';
  yield { operation, phase, meant, what: 'without credentials', call };
  const [demand] = operation.security.flat();
  // If any credential is accepted, rejections cannot be tested.
  if (demand && credentials.has(demand.name)) {
    const garbage = wayOf(demand) === 'authorization basic' ? 'nobody:nothing' : 'no-such-credentials';
    yield { operation, phase, meant, what: 'with invalid credentials', call: shown(call, demand, garbage) };
    if (demand.scheme?.type !== 'apiKey') {
      const headers = [...call.headers, ['Authorization', 'Digest username="x", response="y"'] as const];
      yield { operation, phase, meant, what: 'with credentials of another scheme', call: { ...call, headers } };
    }
  }
  for (const { other, text, isAlike } of othersFor(beginning)) {
    const what = `with credentials for ${other.name}, which the operation does not accept`;
    yield { operation, phase, meant: { ...meant, isAlike }, what, call: shown(call, other, text) };
  }
}

interface Other {
  readonly other: SecurityRequirement;
  readonly text: string;
  /** Whether it has the form of one of the operation's schemes. */
  readonly isAlike: boolean;
}

/** Valid credentials of schemes that no alternative of the operation has. */
function othersFor({
  operation,
  credentials,
  varying,
}: Pick<Beginning, 'operation' | 'credentials' | 'varying'>): readonly Other[] {
  const own = operation.security.flat();
  const given = ({ name }: Pick<SecurityRequirement, 'name'>) => credentials.get(name) ?? credentials.get('');
  return [...listSecuritySchemes(varying.document.references)]
    .flatMap(([name, scheme]): readonly Other[] => {
      const other = { name, scheme, scopes: [] };
      const text = given(other);
      const way = wayOf(other);
      if (text === undefined || way === undefined || own.some((demand) => demand.name === name)) return [];
      const alike = own.filter((demand) => areAlike(wayOf(demand), way));
      // The same token may be valid for both.
      if (alike.some((demand) => given(demand) === text || !credentials.has(demand.name))) return [];
      return [{ other, text, isAlike: alike.length > 0 }];
    })
    .slice(0, MOST_OTHERS);
}

/** The location and form of a credential; undefined for unsupported schemes. */
function wayOf({ scheme }: Pick<SecurityRequirement, 'scheme'>): string | undefined {
  if (!scheme || !isSupportedScheme(scheme)) return undefined;
  if (scheme.type === 'apiKey')
    return scheme.in === 'header' && /^authorization$/i.test(scheme.name)
      ? 'authorization'
      : `${scheme.in} ${scheme.in === 'header' ? scheme.name.toLowerCase() : scheme.name}`;
  if (scheme.type !== 'http') return 'authorization bearer';
  const kind = scheme.scheme.toLowerCase();
  return kind === 'basic' || kind === 'bearer' ? `authorization ${kind}` : undefined;
}

/** Whether two credentials may have the same form. An API key in `Authorization` may have any. */
function areAlike(one: string | undefined, other: string): boolean {
  if (one === undefined) return true;
  return (
    one === other ||
    ([one, other].every((way) => way.startsWith('authorization')) && [one, other].includes('authorization'))
  );
}
