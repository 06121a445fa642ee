// First steps with an api that is inferred: a request that makes something, with values that work, and one that shows it.

import type { Introduction } from '../engine/api.ts';
import { percentEncoded } from '../engine/percent-encoded.ts';
import type { Operation } from '../openapi/document.ts';
import type { SecurityDemand } from '../openapi/security.ts';
import { createDraw } from '../sample/draw.ts';
import type { Sampler } from '../sample/sampler.ts';
import type { Collection } from '../store/collection.ts';
import { valueAt } from './place.ts';
import type { KeptItem, Role } from './resource.ts';
import type { Inferred } from './resource-call.ts';

type Example = Introduction['example'];

/** How many operations are looked at for one that can be shown: first steps are told at every start. */
const MOST_LOOKED_AT = 200;

/** Of an inferred api, or of what is left to infer beside its handlers. Undefined where no operation can be asked without more than a document says. */
export function firstSteps(
  { document, resources, referredTo }: Inferred,
  sampler: Sampler,
  collections: Readonly<Record<string, Collection<KeptItem> | undefined>>,
): Introduction | undefined {
  const operations = [...document.operations.values()].slice(0, MOST_LOOKED_AT).filter(isPlain);
  const roles = operations.flatMap((operation) => resources.role(operation.id) ?? []);
  const made = roles.find(({ deed, operation }) => deed === 'create' && takesJson(operation));
  const listed = (of: Role | undefined) =>
    roles.find(({ deed, resource }) => deed === 'list' && (of === undefined || resource === of.resource));
  const [first, second] = made ? [making(made), listed(made) ?? undefined] : [undefined, listed(undefined)];
  const shown = second && exampleOf(second.operation, undefined);
  const example = first ?? shown;
  return example && { callers: [], example, ...(first && shown && { after: shown }) };

  function making({ operation, resource }: Role): Example {
    const { requestSchema } = operation;
    if (!requestSchema) return exampleOf(operation, undefined);
    const index = resource.unique.length > 0 ? AFTER_FIRST : 0;
    const draw = createDraw('first steps', operation.id);
    const { value } = sampler.sample(requestSchema, draw, { direction: 'request', name: resource.name, index, given });
    return exampleOf(operation, value);
  }

  /** What refers to a thing of another kind refers to one that is there. */
  function given(pointer: string): unknown {
    const other = referredTo(pointer.slice(pointer.lastIndexOf('/') + 1));
    const [item] = (other && collections[other.name]?.values()) ?? [];
    return item && other?.id?.place ? valueAt(item.item, other.id.place) : undefined;
  }

  function exampleOf(operation: Operation, body: unknown): Example {
    const { method, path } = operation;
    const [query, headers] = known(operation.security[0] ?? []);
    return { method, path: document.base + path + query, token: '', headers, body };
  }
}

/** Of things that must differ from others, not the example of the document: the first records are made of that. */
const AFTER_FIRST = 1000;

/** Whether its path is all that it needs, beside a body and a credential. */
function isPlain({ path, parameters }: Operation): boolean {
  return !/[{}#?]/.test(path) && !parameters.some(({ required }) => required);
}

function takesJson({ body, requestMediaTypes }: Operation): boolean {
  return !body || requestMediaTypes.includes('application/json');
}

/** A query and header fields that let in whoever sends them, where nobody has listed credentials. */
function known(
  demands: readonly SecurityDemand[],
): readonly [query: string, headers: Readonly<Record<string, string>>] {
  const headers: Record<string, string> = {};
  const query: string[] = [];
  for (const { scheme } of demands) {
    if (scheme?.type === 'apiKey' && scheme.in === 'query') query.push(`${percentEncoded(scheme.name)}=any-key`);
    else if (scheme?.type === 'apiKey' && scheme.in === 'cookie') headers.Cookie = `${scheme.name}=any-key`;
    else if (scheme?.type === 'apiKey') headers[scheme.name] = 'any-key';
    else if (scheme?.type === 'http' && scheme.scheme.toLowerCase() === 'basic')
      headers.Authorization = `Basic ${btoa('user:password')}`;
    else if (scheme?.type === 'http') headers.Authorization = `${scheme.scheme} any-token`;
    else if (scheme?.type === 'oauth2' || scheme?.type === 'openIdConnect') headers.Authorization = 'Bearer any-token';
  }
  return [query.length === 0 ? '' : `?${query.join('&')}`, headers];
}
