// Assigns protobuf numbers to a document without any.

import { findOperations, type LocatedOperation } from '../../openapi/lookup/path-items.ts';
import type { DocumentObject } from '../../openapi/objects.ts';
import { parseParameters } from '../../openapi/parse-parameters.ts';
import { createReferences } from '../../openapi/references.ts';
import { isRecord } from '../../schema/is-record.ts';
import { valueAtPointer } from '../../schema/json-pointer.ts';
import { pascalCase, snakeCase } from './names.ts';
import type { MissingNumber, PlanProblem, ProtobufPlan } from './plan.ts';
import { planDocument } from './plan-document.ts';

/** Additions to a document: keywords and values, by JSON Pointer of their objects. */
export type Additions = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

export interface NumberedDocument {
  readonly additions: Additions;
  /** The operations that are remote procedures. */
  readonly numbered: readonly string[];
  /** Operations that have no protobuf form, with the reason. */
  readonly left: readonly UnnumberedOperation[];
}

/** An operation that stays as it is, and why. */
export interface UnnumberedOperation {
  readonly id: string;
  readonly problem: PlanProblem;
}

/** Maximum number of passes: fields of a message are found after it has a number. */
const ROUNDS = 100;

/** The first number for shared parts, such as a path parameter: most message fields have lower ones. */
const SHARED = 101;

/** Numbers reserved by protobuf. */
const KEPT = { first: 19_000, last: 19_999 };

/** Assigns missing numbers. Existing ones stay, so that clients remain valid. @param given - a bundled document */
export function numberDocument(given: DocumentObject): NumberedDocument {
  const clashing: UnnumberedOperation[] = [];
  for (;;) {
    const { document, ...numbered } = numberAll(given, new Set(clashing.map(({ id }) => id)));
    const clash = clashIn(document, numbered.numbered);
    if (!clash) return { ...numbered, left: [...clashing, ...numbered.left] };
    clashing.push(clash);
  }
}

/** Numbers each operation. */
function numberAll(
  given: DocumentObject,
  skipped: ReadonlySet<string>,
): NumberedDocument & { readonly document: DocumentObject } {
  const draft = new Draft(given);
  const root = draft.document['x-protobuf'];
  const name = snakeCase(given.info.title).replace(/^[^a-z]+/, '') || 'api';
  if (root === undefined) draft.put('', 'x-protobuf', { package: `${name}.v1`, service: `${pascalCase(name)}Service` });
  const operations = findOperations(createReferences(draft.document)).operations;
  const names = new Set(operations.map(({ part }) => part.value['x-rpc']));
  const numbered: string[] = [];
  const left: UnnumberedOperation[] = [];
  for (const operation of operations) {
    const { 'x-rpc': known } = operation.part.value;
    if (skipped.has(operation.id)) continue;
    const rpc = known ?? ownName(operation.id, names);
    const problem = draft.attempt(() => {
      if (known === undefined) draft.put(operation.part.pointer, 'x-rpc', rpc);
      return fill(draft, operation);
    });
    if (problem) {
      left.push({ id: operation.id, problem });
      continue;
    }
    names.add(rpc);
    numbered.push(operation.id);
  }
  return { document: draft.document, additions: draft.additions, numbered, left };
}

/** The first operation that conflicts with earlier ones, for example by enum names. */
function clashIn(document: DocumentObject, ids: readonly string[]): UnnumberedOperation | undefined {
  const [all] = planDocument(document).problems;
  if (!all || ids.length === 0) return undefined;
  const problemOf = (count: number) => {
    const first = new Set(ids.slice(0, count));
    return planDocument(document, ({ id }) => first.has(id)).problems[0];
  };
  let [right, wrong] = [0, ids.length];
  while (wrong - right > 1) {
    const middle = Math.floor((right + wrong) / 2);
    if (problemOf(middle)) wrong = middle;
    else right = middle;
  }
  return { id: ids[wrong - 1] ?? '', problem: problemOf(wrong) ?? all };
}

/** A name for a procedure that no other one has. */
function ownName(id: string, names: ReadonlySet<unknown>): string {
  const name = pascalCase(id).replace(/^[^A-Z]+/, '') || 'Call';
  let own = name;
  for (let count = 2; names.has(own); count += 1) own = `${name}${count}`;
  return own;
}

/** Numbers an operation and its query. Returns its remaining problem. */
function fill(draft: Draft, operation: LocatedOperation): PlanProblem | undefined {
  for (let round = 0; round < ROUNDS; round += 1) {
    const {
      plan,
      problems,
      missing = new Map<PlanProblem, MissingNumber>(),
    } = planDocument(draft.document, ({ id }) => id === operation.id);
    const wrong = problems.find((problem) => !missing.has(problem));
    if (wrong) return wrong;
    const wanted = missing.size > 0 ? [...missing.values()] : missingInQuery(draft, operation, plan);
    if (wanted.length === 0) return undefined;
    const used = new Map<string, number[]>();
    for (const one of wanted) {
      const before = used.get(one.within) ?? [];
      used.set(one.within, [...before, ...draft.number({ ...one, taken: [...one.taken, ...before] }, operation)]);
    }
  }
  return { pointer: '', message: 'it is too large to number' };
}

/** Parameters of a query that may be left out need no number, but without one clients cannot send them. */
function missingInQuery(draft: Draft, operation: LocatedOperation, plan: ProtobufPlan | undefined): MissingNumber[] {
  const rpc = plan?.rpcs.find(({ operationId }) => operationId === operation.id);
  const taken =
    plan?.messages.find(({ fullName }) => fullName === rpc?.input)?.fields.map(({ number }) => number) ?? [];
  return parseParameters(createReferences(draft.document), operation)
    .filter(({ in: place, part }) => place === 'query' && part.value['x-field-number'] === undefined)
    .map(({ part }) => ({ word: 'x-field-number', at: part.pointer, within: `${rpc?.input}`, taken }));
}

/** A document that is being added to. */
class Draft {
  readonly #given: DocumentObject;
  #document: DocumentObject;
  #additions = new Map<string, Record<string, unknown>>();
  /** The next number for shared parts. */
  #shared: number;

  constructor(given: DocumentObject) {
    this.#given = given;
    this.#document = structuredClone(given);
    this.#shared = Math.max(SHARED, greatest(numbersOfParameters(given), 0) + 1);
  }

  get document(): DocumentObject {
    return this.#document;
  }

  get additions(): Additions {
    return this.#additions;
  }

  put(pointer: string, word: string, value: unknown): void {
    const added = this.#additions.get(pointer) ?? {};
    this.#additions.set(pointer, { ...added, [word]: merged(added[word], value) });
    write(this.#document, pointer, word, value);
  }

  /** Assigns a missing number, or the numbers of an enum. */
  number({ word, at, name, taken, count = 1 }: MissingNumber, { part }: LocatedOperation): number[] {
    if (word === 'x-enum-numbers') {
      const more = Array.from({ length: count - taken.length }, (_, index) => greatest(taken, -1) + 1 + index);
      this.put(at, word, [...taken, ...more]);
      return [];
    }
    // A part of several operations needs a number that is free in all of them.
    const isShared = word === 'x-field-number' && !at.startsWith(`${part.pointer}/`);
    const number = Math.max(greatest(taken, 0) + 1, isShared ? this.#shared : 0);
    const own = number >= KEPT.first && number <= KEPT.last ? KEPT.last + 1 : number;
    this.#shared = Math.max(this.#shared, own + 1);
    this.put(at, word, name === undefined ? own : { [name]: own });
    return [own];
  }

  /** Runs work that may fail: if it returns a problem, its effects are undone. */
  attempt(work: () => PlanProblem | undefined): PlanProblem | undefined {
    const before = new Map(this.#additions);
    const problem = work();
    if (!problem) return undefined;
    this.#additions = before;
    this.#document = structuredClone(this.#given);
    for (const [pointer, words] of before) {
      for (const [word, value] of Object.entries(words)) write(this.#document, pointer, word, value);
    }
    return problem;
  }
}

/** The numbers that parameters of operations have. */
function numbersOfParameters(document: DocumentObject): readonly unknown[] {
  const references = createReferences(document);
  return findOperations(references).operations.flatMap((operation) =>
    parseParameters(references, operation).map(({ part }) => part.value['x-field-number']),
  );
}

function write(document: DocumentObject, pointer: string, word: string, value: unknown): void {
  const object = valueAtPointer(document, pointer) as Record<string, unknown>;
  object[word] = merged(object[word], value);
}

/** Merges two objects; other values are replaced. */
function merged(before: unknown, value: unknown): unknown {
  return isRecord(before) && isRecord(value) ? { ...before, ...value } : value;
}

function greatest(numbers: readonly unknown[], least: number): number {
  return numbers.reduce<number>((most, number) => Math.max(most, Number(number) || 0), least);
}
