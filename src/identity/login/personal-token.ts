// Personal access tokens, read from the records.

import type { PersonalToken, View } from '../../index.ts';
import type { Records } from '../records.ts';

/** Their scopes, as in the reference implementation. The API accepts them whatever their scopes. */
const SCOPES = new Set(['openid', 'profile', 'urn:service:iam:user:metadata', 'urn:service:iam:user:resourceowner']);

/** A token that is valid at a time; undefined for one that is none of the records, or has expired. */
export function personalToken({ tokens }: View<Records>, value: string, now: Date): PersonalToken | undefined {
  const token = tokens.get(value);
  if (!token) return undefined;
  const { userId, expirationDate } = token;
  const expires = expirationDate === undefined ? undefined : new Date(expirationDate);
  return expires && expires <= now ? undefined : { userId, scopes: SCOPES, ...(expires && { expires }) };
}
