// Lists the changes between two documents, with their impact.

import type { Callback, DocumentDescription, OperationDescription } from '../openapi/describe-document.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { type DocumentChange, subjectOf } from './document-change.ts';
import { swapLevels } from './level.ts';
import { goneBy, lifecycleOf } from './lifecycle.ts';
import { type MatchedOperations, matchMethods, matchOperations } from './match.ts';
import { OPERATION_RULES, type OperationRuleId } from './operation/all-rules.ts';
import { compareBodies } from './operation/bodies.ts';
import { compareNaming } from './operation/naming.ts';
import { compareParameters } from './operation/parameters.ts';
import { compareResponses } from './operation/responses.ts';
import type { OperationRuleInput } from './operation/rule-input.ts';
import { compareSecurity, findChangedSchemes, type Secured } from './operation/security.ts';
import { removedAndAdded } from './removed-and-added.ts';
import { reportDifferences, type SchemaRoot } from './report-differences.ts';
import { createSchemaComparison } from './schema/comparison.ts';
import { compareSchemes } from './schemes.ts';

type Tell = OperationRuleInput<OperationRuleId>['tell'];

/**
 * Compares two documents.
 *
 * @param today - the day up to which a sunset date has passed. Default: today
 * @param most - the budget for schemas, see `createComparison`
 */
export function changesBetween(
  old: DocumentDescription,
  now: DocumentDescription,
  today = new Date(),
  most?: number,
): readonly DocumentChange[] {
  const changes: DocumentChange[] = [];
  const roots: SchemaRoot[] = [];
  const comparison = createSchemaComparison(old, now, most);
  const documents = { old, new: now };
  const changedSchemes = findChangedSchemes(old.schemes, now.schemes);
  /** The global security requirements of both documents, with the operations that inherit them. */
  let inherited: { readonly pair: Secured; readonly operations: string[] } | undefined;
  /** The callbacks that are compared: each once, also where several operations have it, or it has itself. */
  const called = new Set<string>();

  /**
   * Reports changes of some operations, or of all.
   *
   * @param isBack - whether the server sends the request, and the client the response
   */
  const tellerOf =
    (operations: readonly string[], isBack = false): Tell =>
    (rule, message, at) => {
      const { clients, servers } = isBack ? swapLevels(OPERATION_RULES[rule]) : OPERATION_RULES[rule];
      const sentence = operations.length === 0 ? message : `${subjectOf(operations)}: ${message}`;
      changes.push({ rule, clients, servers, message: sentence, operations, old: at.old, new: at.new });
    };

  compareAll(matchOperations(old, now), undefined);
  if (inherited) compareSecurity(inherited.pair, changedSchemes, tellerOf(inherited.operations));
  compareBack(old.webhooks, now.webhooks, 'webhook', undefined);
  compareSchemes(old, now, changedSchemes, tellerOf([]));
  compareServers(old, now, tellerOf([]));
  const differences = reportDifferences(roots);
  const leftOut = comparison.firstLeftOut;
  if (leftOut) {
    const what = 'the documents are too large: some schemas were not compared';
    tellerOf([])('rest-not-compared', what, leftOut);
  }
  return [...changes, ...differences];

  /** @param back - the callback or webhook that they are of, if any */
  function compareAll({ same, moved, removed, added }: MatchedOperations, back: string | undefined): void {
    const isBack = back !== undefined;
    const nameOf = ({ method, path }: OperationDescription) => back ?? `${method} ${path}`;
    for (const [before, after] of [...same, ...moved]) compareOne(before, after, nameOf(after), isBack);
    for (const [before, after] of moved) {
      const at = { old: before.part.pointer, new: after.part.pointer };
      tellerOf([nameOf(after)], isBack)('operation-moved', `moved from ${before.method} ${before.path}`, at);
    }
    for (const before of removed) {
      const at = { old: before.part.pointer, new: undefined };
      const when = goneBy(lifecycleOf(before.part.value), today);
      tellerOf([nameOf(before)], isBack)(
        when ? `operation-removed-${when}` : 'operation-removed',
        'operation removed',
        at,
      );
    }
    for (const after of added)
      tellerOf([nameOf(after)], isBack)('operation-added', 'operation added', {
        old: undefined,
        new: after.part.pointer,
      });
  }

  function compareOne(
    before: OperationDescription,
    after: OperationDescription,
    operation: string,
    isBack: boolean,
  ): void {
    const between: OperationRuleInput<OperationRuleId> = {
      old: before,
      new: after,
      documents,
      today,
      tell: tellerOf([operation], isBack),
      values(role, where, form, oldSchemas, newSchemas) {
        const flow = role === 'parameter' || role === 'request' ? 'in' : 'out';
        roots.push({ pair: comparison.pair(flow, form, oldSchemas, newSchemas), role, where, operation, isBack });
      },
    };
    compareNaming(between);
    compareParameters(between);
    compareBodies(between);
    compareResponses(between);
    if (!isBack) compareCallers(before, after, operation);
    compareBack(before.callbacks, after.callbacks, 'callback', after);
  }

  function compareCallers(before: OperationDescription, after: OperationDescription, operation: string): void {
    const isOwn = ({ part }: OperationDescription) => Object.hasOwn(part.value, 'security');
    const placeIn = (one: OperationDescription) =>
      isOwn(one) ? childPointer(one.part.pointer, 'security') : '/security';
    const pair = { old: before.security, new: after.security, at: { old: placeIn(before), new: placeIn(after) } };
    if (isOwn(before) || isOwn(after)) compareSecurity(pair, changedSchemes, tellerOf([operation]));
    else if (inherited) inherited.operations.push(operation);
    else inherited = { pair, operations: [operation] };
  }

  function compareBack(
    before: ReadonlyMap<string, Callback>,
    after: ReadonlyMap<string, Callback>,
    kind: 'callback' | 'webhook',
    around: OperationDescription | undefined,
  ): void {
    const inside = around ? ` of ${around.method} ${around.path}` : '';
    for (const [name, one] of before) {
      const back = `${kind} ${name}${inside}`;
      const other = after.get(name);
      if (!other) {
        tellerOf([back])(`${kind}-removed`, `${kind} removed`, { old: one.pointer, new: around?.part.pointer });
        continue;
      }
      const places = `${one.pointer} ${other.pointer}`;
      if (called.has(places)) continue;
      called.add(places);
      compareAll(matchMethods(one.operations, other.operations), back);
    }
    for (const [name, { pointer: at }] of after)
      if (!before.has(name))
        tellerOf([`${kind} ${name}${inside}`])(`${kind}-added`, `${kind} added`, { old: undefined, new: at });
  }
}

function compareServers(old: DocumentDescription, now: DocumentDescription, tell: Tell): void {
  const { gone, added } = removedAndAdded(old.servers, now.servers);
  const at = { old: '/servers', new: '/servers' };
  for (const url of gone) tell('server-removed', `server ${url} removed`, at);
  for (const url of added) tell('server-added', `server ${url} added`, at);
}
