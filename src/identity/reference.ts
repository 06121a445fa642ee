// Makes the identity API respond as its reference implementation does, where its description decides otherwise.
import { type Api, ApiError, type Handlers } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { projectGrantsOfProject } from './indexes.ts';
import type { IDPLoginPolicyLink, ListDetails, ListQuery, Operations, UserGrant } from './operations.ts';
import type { Records } from './records.ts';

type IdentityApi = Api<Operations, Records, IdentityCaller>;

/** Changes the document: `idpType` is one value, and examples are responses of the reference implementation. */
const OVERLAY = new URL('../../spec/identity-reference.overlay.yaml', import.meta.url);

/** The API with the responses of the reference implementation. `docs/guides/real-service.md` lists the differences. */
export function asReference(api: IdentityApi): IdentityApi {
  const { overlay = [], handlers, authenticate, describeError, expiredToken } = api;
  const { searchProjects, listUserGrants, listLoginPolicyIdps, addUserGrant } = handlers;
  return {
    ...api,
    overlay: [OVERLAY, ...[overlay].flat()],
    jsonMapping: 'gateway',
    handlers: {
      ...handlers,
      searchProjects: unordered(searchProjects),
      listUserGrants: unordered(listUserGrants, (grant: UserGrant) => ({ ...grant, state: 'USER_GRANT_STATE_ACTIVE' })),
      listLoginPolicyIdps: unordered(listLoginPolicyIdps, ({ idpType = [], ...link }: IDPLoginPolicyLink) => ({
        ...link,
        idpType: idpType[0],
      })),
      addUserGrant: findingProjectGrant(addUserGrant),
    },
    ...(authenticate && {
      authenticate: async (credentials) => {
        try {
          return await authenticate(credentials);
        } catch (error) {
          throw error instanceof ApiError ? withBareChallenge(error) : error;
        }
      },
    }),
    ...(expiredToken && { expiredToken: () => withBareChallenge(expiredToken()) }),
    ...(describeError && { describeError: (error) => withoutViolations(describeError(error)) }),
  };
}

interface ListCall {
  readonly input: { readonly query?: ListQuery };
}

interface List {
  readonly details: ListDetails;
  readonly result?: readonly unknown[];
}

/**
 * A list whose order `asc` does not change. An empty page has no total: there, the rows of a page carry it.
 *
 * @param change - changes an item; the types are those of the document without the overlay
 */
function unordered<ListHandler, Item>(list: ListHandler, change?: (item: Item) => object): ListHandler {
  const listed = list as (call: ListCall) => List | Promise<List>;
  const changed = async (call: ListCall): Promise<List> => {
    const { input } = call;
    const output = await listed({ ...call, input: { ...input, query: { ...input.query, asc: true } } });
    const { details, result = [] } = output;
    if (details === undefined) return output;
    const { totalResult, ...others } = details;
    return result.length === 0
      ? { ...output, details: others }
      : { ...output, result: change ? result.map((item) => change(item as Item)) : result };
  };
  return changed as ListHandler;
}

type AddUserGrant = Handlers<Operations, Records, IdentityCaller>['addUserGrant'];

/** An id that no project grant has: it is rejected as the missing grant. */
const NO_GRANT = '-';

/** Without `projectGrantId`, the grant of the project to the organization counts. */
function findingProjectGrant(add: AddUserGrant): AddUserGrant {
  return (call) => {
    const { input, caller, store } = call;
    const { projects, projectGrants } = store.collections;
    const isOwn = projects.get(input.projectId)?.resourceOwner === caller.organizationId;
    if (input.projectGrantId || isOwn) return add(call);
    const granted = [...projectGrants.group(projectGrantsOfProject, input.projectId).values()];
    const grant = granted.find(({ grantedOrganizationId }) => grantedOrganizationId === caller.organizationId);
    return add({ ...call, input: { ...input, projectGrantId: grant?.id ?? NO_GRANT } });
  };
}

/** The challenge of a 401 is the text of the error, without a scheme. */
function withBareChallenge(error: ApiError): ApiError {
  const { code, message, id, advice, headers } = error;
  if (headers['www-authenticate'] === undefined) return error;
  const challenge = id === undefined ? message : `${message} (${id})`;
  return new ApiError(code, message, { ...(id && { id }), advice, headers: { 'www-authenticate': challenge } });
}

interface Status {
  readonly details?: readonly { readonly '@type'?: string }[];
}

/** Invalid input has no details, and an empty list of details is left out. */
function withoutViolations(body: unknown): unknown {
  const { details = [], ...status } = body as Status;
  const others = details.filter((detail) => detail['@type'] !== 'type.googleapis.com/google.rpc.BadRequest');
  return others.length > 0 ? { ...status, details: others } : status;
}
