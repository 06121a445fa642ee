// Explains how each operation of an API is answered, and why.

import { findResources } from '../../mock/resources/find-resources.ts';
import { getListRule } from '../../mock/resources/list/list-rule.ts';
import type { ResourceAction, Resources } from '../../mock/resources/resource.ts';
import { createSampler } from '../../mock/samples/generate/sampler.ts';
import { exampleReply, randomForRequest, sampleReply } from '../../mock/samples/generate-response.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { responseLinks } from '../../openapi/links.ts';
import { createBodies } from '../../server/codec/body-tools.ts';
import { limitsOf } from '../../server/codec/codecs.ts';
import type { AnyApi } from '../../server/pipeline/api/api.ts';

/** One operation, and the source of its responses; `none` if every request would be rejected. */
export interface ExplainedOperation {
  readonly api: string;
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly by: 'handler' | 'stored' | 'example' | 'generated' | 'none';
  /** The name of the resource. */
  readonly resource?: string;
  /** Its action on the resource, such as `list`. */
  readonly action?: string;
  /** A clause for people. */
  readonly why: string;
  /** Parameters of a list that have no effect. */
  readonly ignored?: readonly string[];
  /** The links of its success response, with their target operations. */
  readonly links?: readonly { readonly name: string; readonly operation?: string }[];
  /** Properties with unique values. */
  readonly unique?: readonly string[];
  /** The property that limits callers to their own items. */
  readonly owner?: string;
}

/** What generated data depends on. */
export interface ExplainSettings {
  readonly seed: string;
  readonly locale: string | undefined;
}

/** The longest example that is read, in bytes. */
const LONGEST = 4 * 1024 * 1024;

/** In the order of the document. */
export async function explainOperations(
  api: AnyApi,
  document: Document,
  settings: ExplainSettings,
): Promise<readonly ExplainedOperation[]> {
  const resources = findResources(document);
  const sampler = await createSampler(document, { locale: settings.locale ?? 'en' });
  const bodies = createBodies(limitsOf(LONGEST));
  const explained: ExplainedOperation[] = [];
  for (const operation of document.operations.values()) {
    const { id, method, path } = operation;
    const success = operation.responses.forStatus(operation.successStatus);
    const links = success
      ? responseLinks(success, document).map(({ name, operation: to }) => ({ name, ...(to && { operation: to.id }) }))
      : [];
    const place = { api: api.name, operation: id, method, path };
    explained.push({
      ...place,
      ...(links.length > 0 && { links }),
      ...(written(api, id) ?? remembered(resources, id) ?? (await made(operation))),
    });
  }
  return explained;

  async function made(operation: Operation): Promise<Answering> {
    const why = resources.reason(operation.id) ?? '';
    const draw = randomForRequest(settings.seed, operation, NOTHING);
    const source = { operation, parts: NOTHING, accept: undefined, sampler, draw, bodies };
    if (await exampleReply(source)) return { by: 'example', why };
    const { reason } = sampleReply(source);
    return reason === undefined
      ? { by: 'generated', why }
      : { by: 'none', why: `${why}; no response can be generated: ${reason}` };
  }
}

/** A request without parameters and body. */
const NOTHING = { path: {}, query: {}, header: {}, cookie: {}, body: undefined };

type Answering = Omit<ExplainedOperation, 'api' | 'operation' | 'method' | 'path' | 'links'>;

function written({ handlers = {} }: AnyApi, id: string): Answering | undefined {
  return Object.hasOwn(handlers, id) ? { by: 'handler', why: 'has a handler' } : undefined;
}

function remembered(resources: Resources, id: string): Answering | undefined {
  const role = resources.action(id);
  if (!role) return undefined;
  const { kind: deed, resource, reason: because } = role;
  const ignored =
    deed === 'list' || deed === 'search' || deed === 'clear' ? getListRule(role).ignored.map(({ name }) => name) : [];
  const unique = makes(role) ? resource.unique : [];
  const { sets } = role;
  const more = [
    ...(sets ? [`sets ${sets.place.join('.')} to ${JSON.stringify(sets.value)}`] : []),
    ...(unique.length > 0 ? [`${inWords(unique)} must be unique`] : []),
    ...(resource.owner ? [`callers see only their own items, by ${resource.owner.join('.')}`] : []),
    ...(ignored.length > 0 ? [`${inWords(ignored)} ${ignored.length > 1 ? 'are' : 'is'} ignored`] : []),
  ];
  return {
    by: 'stored',
    resource: resource.name,
    action: deed,
    why: [because, ...more].join('; '),
    ...(ignored.length > 0 && { ignored }),
    ...(unique.length > 0 && { unique }),
    ...(resource.owner && { owner: resource.owner.join('.') }),
  };
}

function makes({ kind: deed, isUpsert: makes }: ResourceAction): boolean {
  return deed === 'create' || deed === 'createMany' || makes;
}

/** How many names are listed. */
const MOST_NAMED = 6;

function inWords(names: readonly string[]): string {
  const listed = names.slice(0, MOST_NAMED);
  const [last = ''] = listed.slice(-1);
  if (names.length > listed.length) return `${listed.join(', ')} and ${names.length - listed.length} more`;
  return listed.length === 1 ? last : `${listed.slice(0, -1).join(', ')} and ${last}`;
}
