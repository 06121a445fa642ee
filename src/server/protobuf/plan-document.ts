// Plans the protobuf package of a document, independent of any library.

import { mainMediaType } from '../../openapi/content.ts';
import type { DocumentObject, Schema } from '../../openapi/objects.ts';
import type { DocumentSource } from '../../openapi/read/document-source.ts';
import { createReferences } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { childPointer, schemaNameAt } from '../../schema/json-pointer.ts';
import { UsageError } from '../../schema/usage-error.ts';
import { isFullName, isIdentifier } from './names.ts';
import { objectShape } from './object-shape.ts';
import type { MissingNumber, PlanProblem, ProtobufPlan } from './plan.ts';
import { fillMessage } from './plan-message.ts';
import { type PlacedOperation, placedOperations, planRpc } from './plan-rpc.ts';
import { type Planning, reportProblem, usableAliases } from './planning.ts';
import { checkScopes } from './scopes.ts';
import { namedMessage } from './start-message.ts';

/** A plan, unless there are problems or the document describes no protobuf service. */
export interface Planned {
  readonly plan: ProtobufPlan | undefined;
  readonly problems: readonly PlanProblem[];
  /** The missing numbers, by problem. Default: none. */
  readonly missing?: ReadonlyMap<PlanProblem, MissingNumber>;
}

/**
 * Plans the protobuf package of a document.
 *
 * @param document - bundled
 * @param isWanted - selects operations; unused schemas are skipped. Default: all
 */
export function planDocument(
  document: DocumentObject,
  isWanted?: (operation: Pick<PlacedOperation, 'id'>) => boolean,
): Planned {
  const service = document['x-protobuf'];
  const root = { fullName: isRecord(service) ? `${service.package}` : '', messages: [], enums: [] };
  const references = createReferences(document);
  const lists = { named: new Map(), unfilled: [], nested: new Map(), problems: new Map(), missing: new Map() };
  const planning: Planning = { references, root, ...lists };
  const operations = placedOperations(planning, isWanted ?? (() => true));
  const called = operations.filter(({ part }) => part.value['x-rpc'] !== undefined);
  if (!isRecord(service)) {
    for (const { part } of called)
      reportProblem(
        planning,
        childPointer(part.pointer, 'x-rpc'),
        'a procedure needs a service: x-protobuf at the root of the document',
      );
    return planned(planning, undefined);
  }
  checkService(planning, service);
  const rpcs = withNames(planning, called).map((operation) => planRpc(planning, operation));
  if (!isWanted) planNumberedSchemas(planning, document, operations);
  for (let next = planning.unfilled.pop(); next; next = planning.unfilled.pop()) fillMessage(planning, next);
  const plan: ProtobufPlan = {
    package: root.fullName,
    service: service.service,
    aliases: usableAliases(planning, service.aliases, '/x-protobuf/aliases'),
    rpcs,
    messages: root.messages,
    enums: root.enums,
    description: document.info?.description ?? document.info?.title,
  };
  checkScopes(planning, plan);
  return planned(planning, plan);
}

function planned({ problems, missing }: Planning, plan: ProtobufPlan | undefined): Planned {
  const isRight = problems.size === 0;
  return { plan: isRight ? plan : undefined, problems: [...problems.values()], ...(missing.size > 0 && { missing }) };
}

/**
 * The plan of a document that was read; undefined when it describes no protobuf service.
 *
 * @throws UsageError with every place of it that has no protobuf form
 */
export function requirePlan({ path, bundled }: Pick<DocumentSource, 'path' | 'bundled'>): ProtobufPlan | undefined {
  const { plan, problems } = planDocument(bundled);
  if (problems.length === 0) return plan;
  throw new UsageError(
    `${path} cannot be converted to protobuf:`,
    problems.map(({ pointer, message }) => `${pointer}: ${message}`),
  );
}

/** Operations with a procedure name that no earlier one has. */
function withNames(planning: Planning, operations: readonly PlacedOperation[]): readonly PlacedOperation[] {
  const first = new Map<unknown, PlacedOperation>();
  return operations.filter((operation) => {
    const { 'x-rpc': name } = operation.part.value;
    const pointer = childPointer(operation.part.pointer, 'x-rpc');
    const twin = first.get(name);
    if (!isIdentifier(name)) {
      const shown = JSON.stringify(name);
      reportProblem(planning, pointer, `${shown} is not a valid procedure name in protobuf; use letters, digits and _`);
    } else if (twin) reportProblem(planning, pointer, `procedure "${name}" is already used by operation ${twin.id}`);
    else first.set(name, operation);
    return first.get(name) === operation;
  });
}

function checkService(planning: Planning, service: NonNullable<DocumentObject['x-protobuf']>): void {
  const isOwn = isFullName(service.package) && !/^google(\.|$)/.test(service.package);
  if (!isOwn)
    reportProblem(planning, '/x-protobuf', `"${service.package}" is not a valid package name, such as shop.v1`);
  if (!isIdentifier(service.service))
    reportProblem(planning, '/x-protobuf', `"${service.service}" is not a valid service name, such as ShopService`);
}

/** Schemas with numbers are messages even if no procedure has them, unless they are the body of a request or a response. */
function planNumberedSchemas(
  planning: Planning,
  document: DocumentObject,
  operations: readonly PlacedOperation[],
): void {
  const { references, named } = planning;
  const bodies = new Set(operations.flatMap((operation) => bodiesOf(planning, operation)));
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    if (named.has(name) || bodies.has(name) || !isRecord(schema)) continue;
    const part = { value: schema as Schema, pointer: childPointer('/components/schemas', name) };
    if (schema['x-field-numbers'] === undefined && schema['x-message-aliases'] === undefined) continue;
    if (objectShape(references, part).numbers.size > 0 || schema['x-message-aliases'])
      namedMessage(planning, name, part);
  }
}

/** The names of the schemas that are whole bodies of an operation. */
function bodiesOf({ references }: Planning, { body, responses }: PlacedOperation): string[] {
  const holders = [body?.mediaTypes ?? [], ...responses.all.map(({ mediaTypes }) => mediaTypes)];
  return holders.flatMap((mediaTypes) => {
    const schema = mainMediaType(mediaTypes)?.schema;
    const found = schema && references.resolve(schema);
    return (found && schemaNameAt(found.pointer)) ?? [];
  });
}
