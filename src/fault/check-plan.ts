// Plans that cannot work are refused when they are made, and not when a test waits for them.

import { Failure } from '../engine/failure.ts';
import type { FaultPlan, FaultStep } from '../engine/faults/plan.ts';
import type { Document, Operation } from '../openapi/document.ts';
import { problemOf } from './reply.ts';

/** An api, as far as plans name it. */
export interface Named {
  readonly api: { readonly name: string };
  readonly document: Document;
}

/** @throws Failure `invalid_argument` naming what is not there, or what does not fit the operation that is named */
export function checkPlan({ on = {}, steps }: FaultPlan, apis: readonly Named[]): void {
  const { api, operation: id } = on;
  const meant = api === undefined ? apis : apis.filter((one) => one.api.name === api);
  if (meant.length === 0)
    throw wrong(`there is no api ${JSON.stringify(api)}: there are ${apis.map((one) => one.api.name).join(', ')}`);
  for (const step of steps) requireOneAnswer(step);
  if (id === undefined) return;
  const operations = meant.flatMap(({ document }) => document.operations.get(id) ?? []);
  if (operations.length === 0) throw wrong(`there is no operation ${JSON.stringify(id)}${near(id, meant)}`);
  for (const step of steps) {
    const problems = operations.map((operation: Operation) => problemOf(step, operation));
    const [problem] = problems;
    if (problem !== undefined && problems.every((one) => one !== undefined)) throw wrong(`a step ${problem}`);
  }
}

/** A step that says several things of its answer says nothing for sure. */
function requireOneAnswer({ status, example, body, code, expiredToken, connection, broken }: FaultStep): void {
  const isAnswer = status !== undefined || example !== undefined || body !== undefined;
  const said = [
    isAnswer && 'an answer',
    code !== undefined && 'code',
    expiredToken && 'expiredToken',
    connection && 'connection',
  ];
  const several = said.filter(Boolean);
  if (several.length > 1) throw wrong(`a step has ${several.join(' and ')}: it can have one of them`);
  if (example !== undefined && body !== undefined)
    throw wrong('a step has an example and a body: it can have one of them');
  if (broken && (code !== undefined || expiredToken || connection))
    throw wrong('a step has "broken" without an answer that could be broken');
}

/** Operations with a similar id. */
function near(id: string, apis: readonly Named[]): string {
  const plain = (text: string) => text.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
  const wanted = plain(id);
  const all = apis.flatMap(({ document }) => [...document.operations.keys()]);
  const found = all
    .filter((one) => wanted !== '' && (plain(one).includes(wanted) || wanted.includes(plain(one))))
    .slice(0, 5);
  return found.length > 0 ? `; there is ${found.join(', ')}` : '; `understudy operations` names them';
}

function wrong(message: string): Failure {
  return new Failure('invalid_argument', message);
}
