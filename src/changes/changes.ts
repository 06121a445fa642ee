// What has changed from one document to another, and how much that matters to clients and to servers.

import type { Callback, Described, Description } from '../openapi/description.ts';
import type { Change } from './change.ts';
import { swapped } from './level.ts';
import { type Matched, matchMethods, matchOperations } from './match.ts';
import { compareAnswers } from './operation/answers.ts';
import type { Between } from './operation/between.ts';
import { compareBodies } from './operation/bodies.ts';
import { compareNaming } from './operation/naming.ts';
import { compareParameters } from './operation/parameters.ts';
import { OPERATION_RULES, type OperationRuleId } from './operation/rules.ts';
import { compareSchemes, compareSecurity } from './operation/security.ts';
import { createComparison } from './schema/comparison.ts';
import type { At } from './schema/given.ts';
import { type Root, tellDifferences } from './tell-differences.ts';

/**
 * Compares two documents.
 *
 * @param today - by which day deprecated operations may be gone. Default: today
 * @param most - how much of schemas may be read and looked at, see `createComparison`
 */
export function changesBetween(
  old: Description,
  now: Description,
  today = new Date(),
  most?: number,
): readonly Change[] {
  const changes: Change[] = [];
  const roots: Root[] = [];
  const comparison = createComparison(old, now, most);

  const compare = (matched: Matched, called: string | undefined): void => {
    const isBack = called !== undefined;
    const nameOf = (operation: Described) => called ?? `${operation.method} ${operation.path}`;
    const teller = (operation: Described) => (rule: OperationRuleId, message: string, at: At) => {
      const levels = isBack ? swapped(OPERATION_RULES[rule]) : OPERATION_RULES[rule];
      const name = nameOf(operation);
      const { clients, servers } = levels;
      changes.push({
        rule,
        clients,
        servers,
        message: `${name}: ${message}`,
        operations: [name],
        old: at.old,
        new: at.new,
      });
    };
    const compareOperation = (before: Described, after: Described): void => {
      const between: Between<OperationRuleId> = {
        old: before,
        new: after,
        tell: teller(after),
        meaningOf: (side, schemas) => (side === 'old' ? old : now).meanings.of(schemas),
        values(role, where, form, oldSchemas, newSchemas) {
          const flow = role === 'parameter' || role === 'request' ? 'in' : 'out';
          const pair = comparison.pair(flow, form, oldSchemas, newSchemas);
          roots.push({ pair, role, where, operation: nameOf(after), isBack });
        },
      };
      compareNaming(between);
      compareParameters(between);
      compareBodies(between);
      compareAnswers(between, { old: old.references, new: now.references });
      if (!isBack) compareSecurity(between);
      compareCallbacks(before, after);
    };
    for (const [before, after] of [...matched.same, ...matched.moved]) compareOperation(before, after);
    for (const [before, after] of matched.moved) {
      const from = `${before.method} ${before.path}`;
      teller(after)('operation-moved', `was ${from} before`, { old: before.part.pointer, new: after.part.pointer });
    }
    for (const before of matched.removed) {
      const rule = removedAs(before, today);
      teller(before)(rule, 'is gone', { old: before.part.pointer, new: undefined });
    }
    for (const after of matched.added)
      teller(after)('operation-added', 'is new', { old: undefined, new: after.part.pointer });
  };

  const compareBack = (
    before: ReadonlyMap<string, Callback>,
    after: ReadonlyMap<string, Callback>,
    kind: 'callback' | 'webhook',
    around: Described | undefined,
  ): void => {
    const inside = around ? ` of ${around.method} ${around.path}` : '';
    const tell = (rule: OperationRuleId, name: string, message: string, at: At) => {
      const { clients, servers } = OPERATION_RULES[rule];
      const called = `${kind} ${name}${inside}`;
      changes.push({
        rule,
        clients,
        servers,
        message: `${called}: ${message}`,
        operations: [called],
        old: at.old,
        new: at.new,
      });
    };
    for (const [name, one] of before) {
      const other = after.get(name);
      if (other) compare(matchMethods(one.operations, other.operations), `${kind} ${name}${inside}`);
      else tell(`${kind}-removed`, name, 'is gone', { old: one.at, new: around?.part.pointer });
    }
    for (const [name, { at }] of after)
      if (!before.has(name)) tell(`${kind}-added`, name, 'is new', { old: undefined, new: at });
  };
  const compareCallbacks = (before: Described, after: Described) =>
    compareBack(before.callbacks, after.callbacks, 'callback', after);

  compare(matchOperations(old, now), undefined);
  compareBack(old.webhooks, now.webhooks, 'webhook', undefined);
  const tellOfAll = (rule: OperationRuleId, message: string, at: At) => {
    const { clients, servers } = OPERATION_RULES[rule];
    changes.push({ rule, clients, servers, message, operations: [], old: at.old, new: at.new });
  };
  compareSchemes(old, now, tellOfAll);
  const at = { old: '/servers', new: '/servers' };
  for (const url of old.servers)
    if (!now.servers.includes(url)) tellOfAll('server-removed', `${url} is no server any more`, at);
  for (const url of now.servers)
    if (!old.servers.includes(url)) tellOfAll('server-added', `${url} is a server now`, at);
  const differences = tellDifferences(roots);
  const leftOut = comparison.firstLeftOut;
  if (leftOut)
    tellOfAll(
      'rest-not-compared',
      'there is so much to compare that not all schemas were: others may have changed too',
      {
        old: leftOut.old.at,
        new: leftOut.new.at,
      },
    );
  return [...changes, ...differences];
}

function removedAs({ part }: Described, today: Date): OperationRuleId {
  const { deprecated, 'x-sunset': sunset } = part.value as { deprecated?: unknown; 'x-sunset'?: unknown };
  const day = Date.parse(String(sunset));
  if (Number.isNaN(day)) return deprecated === true ? 'operation-removed-when-deprecated' : 'operation-removed';
  return day > today.getTime() ? 'operation-removed-before-sunset' : 'operation-removed-after-sunset';
}
