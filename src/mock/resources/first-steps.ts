// Example requests for an inferred API: create an item, then list it.

import type { Operation } from '../../openapi/document.ts';
import type { SecurityRequirement } from '../../openapi/security.ts';
import type { ExampleRequest, Introduction } from '../../server/pipeline/api/api.ts';
import { type Credential, isBearer } from '../../server/pipeline/security/credential.ts';
import type { Collection } from '../../store/collection.ts';
import type { Sampler } from '../samples/generate/sampler.ts';
import { createSeededRandom } from '../samples/generate/seeded-random.ts';
import { bodyFormatOf, selectFormFields, shortenBody } from './example-body.ts';
import { getAtPath } from './property-path.ts';
import type { ResourceAction, StoredItem } from './resource.ts';
import type { InferredModel } from './resource-call.ts';

/** Maximum number of operations without path parameters to examine: this runs at every start. */
const MAX_OPERATIONS = 200;

/** Settings for example requests. */
export interface FirstStepsSettings {
  readonly sampler: Sampler;
  readonly collections: Readonly<Record<string, Collection<StoredItem> | undefined>>;
  /** Accepted credentials; undefined if any is accepted. */
  readonly credentials: readonly Credential[] | undefined;
  /** The user whose issued token is accepted. Default: the API has no login. */
  readonly tokenOf?: string | undefined;
  /** Whether user code authenticates. Default false. */
  readonly hasOwnCheck?: boolean;
}

/**
 * Finds example requests for an inferred API, or for the operations without handlers. Undefined if no operation can be
 * called with the document alone.
 */
export function createFirstSteps(
  { document, resources, resolveReference, seedData }: InferredModel,
  { sampler, collections, credentials, tokenOf, hasOwnCheck = false }: FirstStepsSettings,
): Introduction | undefined {
  const operationsWithoutPath = [...document.operations.values()].filter(({ path }) => !/[{}#?]/.test(path));
  const operations = operationsWithoutPath.slice(0, MAX_OPERATIONS).filter(isSupported);
  // Generated values may match no items.
  const inOrder = operations.toSorted((one, other) => Number(needsMore(one)) - Number(needsMore(other)));
  const actions = inOrder.flatMap((operation) => resources.action(operation.id) ?? []);
  const listed = (of: ResourceAction | undefined) =>
    actions.find(({ kind, resource }) => kind === 'list' && (of === undefined || resource === of.resource));
  const createActions = actions.filter(({ kind, operation }) => kind === 'create' && isSendable(operation));
  // A request with a list request after it is more instructive.
  const isShown = (createAction: ResourceAction) => {
    const shown = listed(createAction);
    return shown !== undefined && !needsMore(createAction.operation) && !needsMore(shown.operation);
  };
  for (const createAction of [...createActions.filter(isShown), ...createActions]) {
    const example = exampleOf(createAction.operation, createAction);
    const shown = listed(createAction);
    const after = shown && exampleOf(shown.operation);
    if (example) return { callers: [], example, ...(after && { after }) };
  }
  for (const { operation } of actions.filter(({ kind }) => kind === 'list')) {
    const example = exampleOf(operation);
    if (example) return { callers: [], example };
  }
  return undefined;

  /** Undefined if a required value cannot be generated. */
  function exampleOf(operation: Operation, createAction?: ResourceAction): ExampleRequest | undefined {
    const { method, path, security, secured } = operation;
    const [demands = []] = security;
    const isListed = credentials?.some((one) => demands.every((demand) => accepts(one, demand))) ?? false;
    const issued = demands.some(({ scheme }) => isBearer(scheme)) && (hasOwnCheck || !isListed) ? tokenOf : undefined;
    if (hasOwnCheck && secured && issued === undefined) return undefined;
    const [query, headers] = credentialsFor(
      issued === undefined ? demands : demands.filter(({ scheme }) => !isBearer(scheme)),
      credentials,
    );
    const isSent = (location: string, name: string) =>
      location === 'query' ? query.some((pair) => pair.startsWith(`${encode(name)}=`)) : name in headers;
    for (const { name, in: location, required, schema } of operation.parameters) {
      if (!required || isSent(location, name)) continue;
      const random = createSeededRandom('first steps', `${operation.id} ${name}`);
      const value = schema && [sampler.sample(schema, random, { direction: 'request', name, given }).value].flat()[0];
      if (value === undefined || value === null || typeof value === 'object') return undefined;
      if (location === 'query') query.push(`${encode(name)}=${encode(`${value}`)}`);
      else if (/^[\x20-\x7e]*$/.test(`${value}`)) headers[name] = `${value}`;
    }
    const search = query.length === 0 ? '' : `?${query.join('&')}`;
    const request = {
      method,
      path: document.base + path + search,
      token: '',
      headers,
      body: undefined,
      ...(issued !== undefined && { tokenOf: issued }),
    };
    return createAction ? withBody(request, createAction) : request;
  }

  function withBody(request: ExampleRequest, { operation, resource }: ResourceAction): ExampleRequest | undefined {
    const { type, bodyAs } = bodyFormatOf(operation) ?? {};
    if (!type?.schema || !bodyAs) return request;
    const index = resource.unique.length > 0 ? AFTER_FIRST : 0;
    const random = createSeededRandom('first steps', operation.id);
    const hints = { direction: 'request', name: resource.name, index, given } as const;
    const { value: whole, reason } = sampler.sample(type.schema, random, hints);
    if (reason !== undefined) return undefined;
    const { schema } = type;
    const value = shortenBody(whole, (one) => document.validate(schema, one, 'request').length === 0);
    if (bodyAs === 'json') return { ...request, body: value };
    const body = selectFormFields(value, type, document);
    return body && { ...request, body, bodyAs };
  }

  /** References point to existing items of other resources. */
  function given(pointer: string): unknown {
    const other = resolveReference(pointer.slice(pointer.lastIndexOf('/') + 1));
    if (!other?.id?.path) return undefined;
    const first = seedData();
    const items = first.areInStore(other) ? collections[other.name]?.values() : first.of(other);
    const [item] = items ?? [];
    return item && getAtPath(item.item, other.id.path);
  }
}

/** An index after the first: seed data may use the example of the document, and unique values must differ. */
const AFTER_FIRST = 1000;

/** Whether the request fits in one line. */
function isSupported({ parameters }: Operation): boolean {
  return !parameters.some(({ required, in: location }) => required && location === 'cookie');
}

function needsMore({ parameters }: Operation): boolean {
  return parameters.some(({ required }) => required);
}

function isSendable(operation: Operation): boolean {
  return !operation.body || bodyFormatOf(operation) !== undefined;
}

/** A query and headers that authenticate the request. */
function credentialsFor(
  demands: readonly SecurityRequirement[],
  credentials: readonly Credential[] | undefined,
): readonly [query: string[], headers: Record<string, string>] {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  const cookies: string[] = [];
  for (const demand of demands) {
    const { scheme } = demand;
    const fitting = (credentials ?? []).filter((one) => accepts(one, demand));
    const secret = (any: string) => fitting.flatMap((one) => ('value' in one ? one.value : []))[0] ?? any;
    if (scheme?.type === 'apiKey') {
      const key = secret('any-key');
      if (scheme.in === 'query') query.push(`${encode(scheme.name)}=${encode(key)}`);
      else if (scheme.in === 'cookie') cookies.push(`${scheme.name}=${encode(key)}`);
      else headers[scheme.name] = key;
    } else if (scheme?.type === 'http' && scheme.scheme.toLowerCase() === 'basic') {
      const [{ user, password } = { user: 'user', password: 'password' }] = fitting.flatMap((one) =>
        'user' in one ? one : [],
      );
      headers.Authorization = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
    } else if (scheme?.type === 'http') {
      const word = scheme.scheme.toLowerCase() === 'bearer' ? 'Bearer' : scheme.scheme;
      headers.Authorization = `${word} ${secret('any-token')}`;
    } else if (scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect') {
      headers.Authorization = `Bearer ${secret('any-token')}`;
    }
  }
  if (cookies.length > 0) headers.Cookie = cookies.join('; ');
  return [query, headers];
}

/** Whether a credential belongs to a scheme and has the required scopes. */
function accepts({ scheme, scopes }: Credential, demand: SecurityRequirement): boolean {
  if (scheme !== undefined && scheme !== demand.name) return false;
  return scopes === undefined || demand.scopes.every((scope) => scopes.includes(scope));
}

/** Encodes a text for a query. */
function encode(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
