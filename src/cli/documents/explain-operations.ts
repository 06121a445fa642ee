// Explains the source of the responses of each operation.

import { findResources } from '../../mock/resources/find-resources.ts';
import { listAllProperties } from '../../mock/resources/item-properties.ts';
import { isHiddenItem } from '../../mock/resources/list/hidden-items.ts';
import { getListRule } from '../../mock/resources/list/input-roles.ts';
import { listActedProperties } from '../../mock/resources/operations/act.ts';
import { createReferenceGuess, createReferenceResolver } from '../../mock/resources/reference-resolver.ts';
import type { Resource, ResourceAction, Resources, SoftDelete } from '../../mock/resources/resource.ts';
import { createSampler } from '../../mock/samples/generate/sampler.ts';
import { exampleReply, randomForRequest, sampleReply } from '../../mock/samples/generate-response.ts';
import type { Document, Operation } from '../../openapi/document.ts';
import { responseLinks } from '../../openapi/links.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
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
  /** The property with the id of an item; none if items do not show it. */
  readonly id?: string;
  /** Properties that hold the id of an item of another resource. */
  readonly refers?: Readonly<Record<string, string>>;
  /** Properties with unique values. */
  readonly unique?: readonly string[];
  /** The property that limits callers to their own items. */
  readonly owner?: string;
}

/** Settings of generated data. */
export interface ExplainSettings {
  readonly seed: string;
  readonly locale: string | undefined;
}

/** The maximum size of an example, in bytes. */
const MAX_EXAMPLE = 4 * 1024 * 1024;

/** Explains all operations, in the order of the document. */
export async function explainOperations(
  api: AnyApi,
  document: Document,
  settings: ExplainSettings,
): Promise<readonly ExplainedOperation[]> {
  const resources = findResources(document);
  const sampler = await createSampler(document, { locale: settings.locale ?? 'en' });
  const bodies = createBodies(limitsOf(MAX_EXAMPLE));
  const explainItems = createItemExplainer(document, resources);
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
      ...(byHandler(api, id) ?? byResource(resources, id, explainItems) ?? (await byDocument(operation))),
    });
  }
  return explained;

  async function byDocument(operation: Operation): Promise<Explanation> {
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

type Explanation = Omit<ExplainedOperation, 'api' | 'operation' | 'method' | 'path' | 'links'>;

function byHandler({ handlers = {} }: AnyApi, id: string): Explanation | undefined {
  return Object.hasOwn(handlers, id) ? { by: 'handler', why: 'has a handler' } : undefined;
}

/** How items of a resource are found and refer to others. */
interface ExplainedItems {
  readonly id?: string;
  readonly refers?: Readonly<Record<string, string>>;
  /** For the first operation of the resource only. */
  readonly details: readonly string[];
}

function createItemExplainer({ references }: Document, resources: Resources): (resource: Resource) => ExplainedItems {
  const resolve = createReferenceResolver(resources);
  const guess = createReferenceGuess(resources, resolve);
  const explained = new Set<Resource>();
  return (resource) => {
    const id = resource.id?.path?.join('.');
    const refers = listAllProperties(resource.schema, references).flatMap((property) => {
      const other = property.name === id ? undefined : guess(property, resource);
      const isChecked = other === resolve(property.name, property.schema);
      return other ? [{ name: property.name, other: other.name, isChecked }] : [];
    });
    const isFirst = !explained.has(resource);
    explained.add(resource);
    const details = [
      ...(id === undefined ? [] : [`items by ${id}`]),
      ...refers.map(({ name, other, isChecked }) => `${name} refers to ${other}${isChecked ? '' : ' (not checked)'}`),
    ];
    return {
      ...(id !== undefined && { id }),
      ...(refers.length > 0 && { refers: Object.fromEntries(refers.map(({ name, other }) => [name, other])) }),
      details: isFirst ? details : [],
    };
  };
}

function byResource(
  resources: Resources,
  operationId: string,
  explainItems: (resource: Resource) => ExplainedItems,
): Explanation | undefined {
  const action = resources.action(operationId);
  if (!action) return undefined;
  const { kind, resource, reason, sets } = action;
  const isList = kind === 'list' || kind === 'search' || kind === 'clear';
  const ignored = isList ? getListRule(action).ignored.map(({ name }) => name) : [];
  const unique = createsItems(action) ? resource.unique : [];
  const acted = kind === 'act' ? listActedProperties(action) : [];
  const { details: ofItems, ...items } = explainItems(resource);
  const details = [
    ...ofItems,
    ...(sets ? [`sets ${sets.place.join('.')} to ${stringifyJson(sets.value)}`] : []),
    ...explainSoftDelete(action),
    ...(acted.length > 0 ? [`sets ${formatList(acted)} from the body`] : []),
    ...(unique.length > 0 ? [`${formatList(unique)} must be unique`] : []),
    ...(resource.owner ? [`callers see only their own items, by ${resource.owner.join('.')}`] : []),
    ...(isList ? explainTimeFilters(action) : []),
    ...(ignored.length > 0 ? [`${formatList(ignored)} ${ignored.length > 1 ? 'are' : 'is'} ignored`] : []),
  ];
  return {
    by: 'stored',
    resource: resource.name,
    action: kind,
    why: [reason, ...details].join('; '),
    ...items,
    ...(ignored.length > 0 && { ignored }),
    ...(unique.length > 0 && { unique }),
    ...(resource.owner && { owner: resource.owner.join('.') }),
  };
}

/** The properties that filters use without naming them, such as `from` and `to`. */
function explainTimeFilters(action: ResourceAction): readonly string[] {
  const inputs = new Map<string, string[]>();
  for (const { input, property, isUnnamed } of getListRule(action).filters) {
    if (!property || !isUnnamed) continue;
    const name = property.path.join('.');
    inputs.set(name, [...(inputs.get(name) ?? []), input.name]);
  }
  return [...inputs].map(([name, names]) => `${names.join(', ')}: ${name}`);
}

/** The effect of an operation on deleted and archived items. */
function explainSoftDelete(action: ResourceAction): readonly string[] {
  const { kind, resource, softDeletion, sets, part } = action;
  const namesOf = ({ marks }: SoftDelete) => formatList(marks.map(({ name }) => name));
  if (softDeletion) {
    const [name] = sets?.place ?? [];
    const others = softDeletion.softDelete.marks.filter((mark) => mark.name !== name);
    return others.length > 0
      ? [`${softDeletion.isSet ? 'sets' : 'clears'} ${formatList(others.map((mark) => mark.name))}`]
      : [];
  }
  const deletes = kind === 'delete' || kind === 'deleteMany' || kind === 'clear';
  const isSoft = deletes && part.length === 0 && !isHiddenItem(action.operation);
  const soft = isSoft ? resource.softDeletes.find(({ hasAction }) => !hasAction) : undefined;
  if (soft) return [`sets ${namesOf(soft)} instead of removing`];
  if (kind !== 'list' && kind !== 'search' && kind !== 'count') return [];
  const inputs = getListRule(action).hidden.map(({ input }) => input.name);
  return resource.softDeletes.map(
    ({ state }) => `${state} items are left out${inputs.length > 0 ? `; see ${formatList(inputs)}` : ''}`,
  );
}

function createsItems({ kind, isUpsert }: ResourceAction): boolean {
  return kind === 'create' || kind === 'createMany' || isUpsert;
}

/** The maximum number of listed names. */
const MAX_NAMES = 6;

function formatList(names: readonly string[]): string {
  const listed = names.slice(0, MAX_NAMES);
  const [last = ''] = listed.slice(-1);
  if (names.length > listed.length) return `${listed.join(', ')} and ${names.length - listed.length} more`;
  return listed.length === 1 ? last : `${listed.slice(0, -1).join(', ')} and ${last}`;
}
