// The identity management API: document, handlers, fixtures, login.

import {
  type ApiError,
  defineApi,
  fieldViolations,
  type Handlers,
  type IdSource,
  type Introduction,
  UsageError,
  type View,
} from '../index.ts';
import { addUserGrant } from './add-user-grant.ts';
import { authenticate, authorize, checkPermission, type IdentityCaller } from './authenticate.ts';
import { rejectedToken } from './error-catalogue.ts';
import type { TextVersion } from './error-language.ts';
import { getAppById } from './get-app-by-id.ts';
import { membershipsOfUser } from './indexes.ts';
import { listLoginPolicyIdps } from './list-login-policy-idps.ts';
import { listUserGrants } from './list-user-grants.ts';
import { login } from './login/login.ts';
import type { Operations } from './operations.ts';
import type { Membership, Records, Token } from './records.ts';
import { asReference } from './reference.ts';
import { rejectInput } from './reject-input.ts';
import { searchProjects } from './search-projects.ts';
import { updateApp } from './update-app.ts';

/** As Sonyflake lays them out: time in units of 10 ms since an epoch, then 8 bits of counter and 16 bits of machine. */
const UNIT_MILLISECONDS = 10;

/** Must not be changed: old ids would be repeated. */
const EPOCH = Date.UTC(2019, 3, 29);

const COUNTER_LIMIT = 256;

/** An id greater than the last one, even if the clock is frozen or set back. The first one draws the machine number. */
export function newId({ now, random, last }: IdSource): string {
  const before = last === undefined ? { unit: 0, counter: 0, machine: Math.floor(random() * 2 ** 16) } : partsOf(last);
  const current = Math.floor((now.getTime() - EPOCH) / UNIT_MILLISECONDS);
  const counter = before.counter + 1;
  const isNextUnit = current > before.unit || counter === COUNTER_LIMIT;
  const unit = isNextUnit ? Math.max(current, before.unit + 1) : before.unit;
  return String((BigInt(unit) << 24n) | (BigInt(isNextUnit ? 0 : counter) << 16n) | BigInt(before.machine));
}

function partsOf(id: string): { readonly unit: number; readonly counter: number; readonly machine: number } {
  const bits = BigInt(id);
  return { unit: Number(bits >> 24n), counter: Number((bits >> 16n) & 0xffn), machine: Number(bits & 0xffffn) };
}

/** The default records. */
const SEEDED = new URL('../../fixtures/identity/', import.meta.url);

/** One for each operation of the document: the type names a missing one. */
const handlers: Handlers<Operations, Records, IdentityCaller> = {
  listLoginPolicyIdps,
  searchProjects,
  getAppById,
  updateApp,
  listUserGrants,
  addUserGrant,
  healthz: () => ({}),
};

/** The API with the records that come with it. */
export const identity = defineApi<Operations, Records, IdentityCaller>({
  name: 'identity',
  document: new URL('../../spec/identity.yaml', import.meta.url),
  fixtures: SEEDED,
  jsonMapping: 'protobuf',
  textAsJson: true,
  responseHeaders: {
    'cache-control': 'no-store',
    pragma: 'no-cache',
    expires: 'Thu, 01 Jan 1970 00:00:00 GMT',
    'x-robots-tag': 'none',
  },
  // As the real service.
  options: false,
  handlers,
  newId,
  authenticate,
  authorize,
  checkOperation: checkPermission,
  login,
  rejectInput,
  introduce,
  describeError,
  expiredToken: () => rejectedToken('The access token has expired'),
});

/** Changes to `identity`: any property of an API. */
export interface IdentityChanges extends Partial<Omit<typeof identity, 'document' | 'fixtures'>> {
  /**
   * A folder of records: each file replaces the packaged one of the same name, such as `apps.json` for the
   * applications. The others stay, and so does the schema that all records must satisfy.
   */
  readonly fixtures?: string | URL;
  /**
   * Respond as the reference implementation does, also where the description of the API decides otherwise: default
   * values are left out of JSON, `idpType` is one value, lists have no order. `/openapi.json` describes these
   * responses. Default false.
   */
  readonly reference?: boolean;
  /** The version of the real service whose error texts are used: up to 4.11, or from 4.12 on. Default: `4.11`. */
  readonly texts?: TextVersion;
  /**
   * The delay of lists behind changes, in milliseconds by the clock of the sandbox: a changed project is found by its
   * search, and a linked identity provider is listed, after this time. `processedSequence` and `viewTimestamp`
   * describe the state of a list. Everything else, such as permissions, follows a change at once, and lists do when a
   * sandbox is reset or restored. Default 0.
   */
  readonly projectionDelay?: number;
}

/**
 * The API with records of your own, such as the application that you work on.
 *
 * @example
 * export default defineConfig({ apis: [identityApi({ fixtures: new URL('fixtures/', import.meta.url) })] });
 * @throws UsageError if `projectionDelay` is no time
 */
export function identityApi({
  fixtures,
  reference = false,
  texts,
  projectionDelay = 0,
  ...changes
}: IdentityChanges = {}): typeof identity {
  if (!(projectionDelay >= 0 && projectionDelay < Infinity))
    throw new UsageError(`projectionDelay must be a number of milliseconds, 0 or more, not ${projectionDelay}`);
  const api: typeof identity = {
    ...identity,
    authenticate: (credentials) => authenticate(credentials, { texts, projectionDelay }),
    ...changes,
    fixtures: fixtures === undefined ? SEEDED : [SEEDED, fixtures],
  };
  return reference ? asReference(api) : api;
}

/** `google.rpc.Status`; an error with an identifier has it twice, in the message and as an `ErrorDetail`. */
function describeError({ number, message, id, findings, details }: ApiError): object {
  if (id === undefined) return { code: number, message, details: [...fieldViolations(findings), ...details] };
  const detail = { '@type': 'type.googleapis.com/zitadel.v1.ErrorDetail', id, message };
  return { code: number, message: `${message} (${id})`, details: [detail] };
}

/** First steps with the identity API: tokens, and a working request. */
export function introduce(records: View<Records>): Introduction {
  const tokens = [...records.tokens.values()];
  const usable = tokens.find((token) => token.expirationDate === undefined);
  return {
    callers: tokens.map((token) => ({ token: token.id, who: describe(records, token) })),
    example: {
      method: 'POST',
      path: '/management/v1/projects/_search',
      token: usable?.id ?? '',
      body: { query: { limit: 2, asc: true } },
    },
  };
}

/** `Marlene Zürcher of Murmeltal Outdoor, ORG_OWNER`. */
function describe(records: View<Records>, { userId, expirationDate }: Token): string {
  const user = records.users.get(userId);
  const name = user?.human?.displayName ?? user?.machine?.name ?? user?.userName ?? userId;
  const organization = records.organizations.get(user?.resourceOwner ?? '')?.name ?? 'no organization';
  const roles = [...records.memberships.group(membershipsOfUser, userId).values()].map(
    (membership) => `${membership.roles.join(' and ')}${placeOf(records, membership)}`,
  );
  const expiry = expirationDate === undefined ? '' : `, expires ${expirationDate.slice(0, 10)}`;
  return `${name} of ${organization}, ${roles.join(', ') || 'no administration role'}${expiry}`;
}

function placeOf(records: View<Records>, { level, projectId, projectGrantId }: Membership): string {
  if (level === 'PROJECT') return ` of the project ${records.projects.get(projectId ?? '')?.name}`;
  return level === 'PROJECT_GRANT' ? ` of the project grant ${projectGrantId}` : '';
}
