// An Arazzo document with its sources: finds workflows, operations and components.

import type { Document, Operation } from '../../openapi/document.ts';
import { findReferencedOperation } from '../../openapi/links.ts';
import { childPointer, valueAtPointer } from '../../schema/json-pointer.ts';
import { failure, type Result, success } from '../../schema/result.ts';
import type { ArazzoObject, ReusableObject, StepObject, WorkflowObject } from './arazzo-objects.ts';

export interface ArazzoDocument {
  /** Its display name. */
  readonly name: string;
  /** Its URL, which identifies it. */
  readonly address: string;
  readonly text: string;
  readonly value: ArazzoObject;
  /** By name. */
  readonly sources: ReadonlyMap<string, ArazzoSource>;
}

/** A source description. */
export type ArazzoSource = { readonly name: string; readonly url: string } & (
  | { readonly kind: 'openapi' /** A path or URL. */; readonly location: string }
  | { readonly kind: 'arazzo'; readonly document: ArazzoDocument }
);

/** The OpenAPI documents of all sources, by location. */
export type SourceDocuments = ReadonlyMap<string, Document>;

export interface Workflow {
  readonly document: ArazzoDocument;
  readonly object: WorkflowObject;
  /** Its JSON Pointer in the document. */
  readonly pointer: string;
}

/** The operation of a step, and its source. */
export interface StepOperation {
  readonly operation: Operation;
  readonly source: Extract<ArazzoSource, { kind: 'openapi' }>;
  readonly document: Document;
}

/** The workflows of a document, in its order. */
export function listWorkflows(document: ArazzoDocument): readonly Workflow[] {
  return document.value.workflows.map((object, index) => {
    return { document, object, pointer: childPointer('/workflows', index) };
  });
}

/** The workflows of documents by id: a document of 1,000 workflows may refer to each of them. */
const indexes = new WeakMap<ArazzoDocument, ReadonlyMap<string, Workflow>>();

function workflowsById(document: ArazzoDocument): ReadonlyMap<string, Workflow> {
  const known = indexes.get(document);
  if (known) return known;
  const index = new Map(listWorkflows(document).map((workflow) => [workflow.object.workflowId, workflow]));
  indexes.set(document, index);
  return index;
}

/** Identifies a workflow among all documents. */
export function workflowKey({ document, object }: Workflow): string {
  return `${document.address}#${object.workflowId}`;
}

/** The document and its Arazzo sources, each once. */
export function listDocuments(entry: ArazzoDocument): readonly ArazzoDocument[] {
  const found = new Map<string, ArazzoDocument>();
  const add = (document: ArazzoDocument): void => {
    if (found.has(document.address)) return;
    found.set(document.address, document);
    for (const source of document.sources.values()) if (source.kind === 'arazzo') add(source.document);
  };
  add(entry);
  return [...found.values()];
}

/** A workflow by its id, or by `$sourceDescriptions.<name>.<workflowId>`; fails with a clause. */
export function findWorkflow(document: ArazzoDocument, reference: string): Result<Workflow> {
  const [, name, rest = ''] = /^\$sourceDescriptions\.([\w-]+)\.(?:workflows\.)?(.+)$/s.exec(reference) ?? [];
  const source = name === undefined ? undefined : document.sources.get(name);
  if (name !== undefined && source?.kind !== 'arazzo') return failure(`${document.name} has no Arazzo source ${name}`);
  const [within, id] = source?.kind === 'arazzo' ? [source.document, rest] : [document, reference];
  const found = workflowsById(within).get(id);
  return found ? success(found) : failure(`${within.name} has no workflow ${id}`);
}

/** The operation that a step names by `operationId` or `operationPath`; fails with a clause. */
export function findStepOperation(
  document: ArazzoDocument,
  { operationId, operationPath }: StepObject,
  documents: SourceDocuments,
): Result<StepOperation> {
  const sources = [...document.sources.values()].filter((source) => source.kind === 'openapi');
  const inSources = (
    names: readonly string[] | undefined,
    find: (document: Document) => Operation | undefined,
  ): readonly StepOperation[] =>
    sources.flatMap((source) => {
      const openapi = documents.get(source.location);
      const operation = names && !names.includes(source.name) ? undefined : openapi && find(openapi);
      return operation && openapi ? [{ operation, source, document: openapi }] : [];
    });
  if (operationPath !== undefined) {
    const [, name = '', fragment = ''] =
      /^\{?\$sourceDescriptions\.([\w-]+?)(?:\.url)?\}?(#.*)$/s.exec(operationPath) ?? [];
    if (name === '' || !fragment.startsWith('#/'))
      return failure('operationPath must be such as {$sourceDescriptions.<name>.url}#/paths/~1pets/get');
    const [found] = inSources([name], (openapi) => findReferencedOperation(fragment, openapi));
    return found ? success(found) : failure(`no operation ${fragment} in the source ${name}`);
  }
  const id = operationId ?? '';
  const [, prefix = '', rest = ''] = /^(?:\$sourceDescriptions\.)?([\w-]+)\.(.+)$/s.exec(id) ?? [];
  const isPrefixed = sources.some(({ name }) => name === prefix);
  const own = inSources(isPrefixed ? [prefix] : undefined, (openapi) => openapi.operations.get(isPrefixed ? rest : id));
  const [one, ...others] = own;
  if (others.length > 0)
    return failure(`several sources have the operation ${id}; use $sourceDescriptions.<name>.${id}`);
  return one ? success(one) : failure(`no source has the operation ${id}`);
}

/** Objects with references to components replaced; those that do not exist are left out. */
export function resolveReusable<T extends object>(
  document: ArazzoDocument,
  objects: readonly (T | ReusableObject)[] = [],
): readonly T[] {
  return objects.flatMap((object) => {
    if (!('reference' in object)) return [object as T];
    const component = findComponent(document, object.reference);
    if (!component) return [];
    return [{ ...component, ...('value' in object && { value: object.value }) } as T];
  });
}

/** The component of an expression such as `$components.parameters.page`; undefined if there is none. */
export function findComponent({ value }: ArazzoDocument, reference: string): object | undefined {
  const [, type = '', name = ''] =
    /^\$components\.(parameters|successActions|failureActions)\.([\w.-]+)$/.exec(reference) ?? [];
  return valueAtPointer(value.components, childPointer('', type, name)) as object | undefined;
}
