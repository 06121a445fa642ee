// The members of an object in one document: named, required, forbidden.

import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import type { MemberConstraints } from '../../openapi/schema/constraints/members.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { once } from '../../schema/once.ts';
import { createPattern } from '../../schema/pattern.ts';
import { groupByKey } from '../group-by-key.ts';
import type { RuleInput, Schemas } from './rule-input.ts';

/** The members of an object, merged over all schemas. */
export interface ObjectMembers {
  /** The names of described members. */
  readonly named: ReadonlySet<string>;
  /** The schemas of other members. */
  readonly others: Schemas;
  /** Whether there are any constraints. */
  readonly isSaid: boolean;
  readonly isClosed: boolean;
  /** Texts by which members are described by the patterns of their names. */
  readonly patterns: ReadonlyMap<string, Schemas>;
  /** The keyword that hides members here: read-only ones are not part of requests (OpenAPI 3.0.3, section 4.7.24.2). */
  readonly hiding: 'readOnly' | 'writeOnly';
  has(name: string): boolean;
  needs(name: string): boolean;
  forbids(name: string): boolean;
  /** Where a member is described, or required. */
  at(name: string): string | undefined;
  /** The schemas of a member; none if it is forbidden, or unconstrained and optional. */
  of(name: string): Schemas;
  /** The schemas of a member in each alternative that names it. */
  inAlternatives(name: string): readonly Schemas[];
}

export function readObjectMembers(
  meaning: Constraints,
  side: 'old' | 'new',
  { flow, meaningOf }: RuleInput<never>,
): ObjectMembers {
  const { members } = meaning;
  const named = new Set(members.flatMap((one) => [...one.named.keys()]));
  const byPattern = groupByKey(
    members.flatMap((one) => [...one.byPattern]),
    ([pattern]) => pattern,
  );
  const patterns = new Map([...byPattern].map(([pattern, all]) => [pattern, all.map(([, part]) => part)] as const));
  const declared = members.flatMap(({ others }) => others ?? []);
  const others = declared.filter(({ value }) => value !== true);
  const isClosed = others.some(({ value }) => value === false);
  const hiding = flow === 'in' ? 'readOnly' : 'writeOnly';
  const schemas = new Map<string, Schemas>();
  const schemasOf = (name: string): Schemas => {
    // The name comes first: its location is reported.
    const known = schemas.get(name) ?? [
      ...members.flatMap((one) => one.named.get(name) ?? []),
      ...members.flatMap((one) => unnamedSchemas(one, name)),
    ];
    schemas.set(name, known);
    return known;
  };
  const isHidden = (name: string) =>
    named.has(name) && meaningOf(side, schemasOf(name)).annotations.get(hiding)?.value === true;
  const forbids = (name: string) => !named.has(name) && schemasOf(name).some(({ value }) => value === false);
  const byBranch = once(() => {
    const branches = meaning.alternatives.flatMap((one) => one.branches.map((branch) => meaningOf(side, [branch])));
    return groupByKey(
      branches.flatMap((one) => one.members.flatMap((member) => [...member.named])),
      ([name]) => name,
    );
  });
  return {
    named,
    others,
    isSaid: declared.length > 0,
    isClosed,
    patterns,
    hiding,
    has: (name) => named.has(name) && !isHidden(name),
    needs: (name) => meaning.required.has(name) && !isHidden(name),
    forbids,
    at: (name) => (named.has(name) ? schemasOf(name)[0]?.pointer : meaning.required.get(name)),
    of(name) {
      if (isHidden(name) || forbids(name)) return [];
      const declared = schemasOf(name);
      if (declared.length > 0 || !meaning.required.has(name)) return declared;
      // It would be described there, and may be anything.
      return [{ pointer: childPointer(childPointer(meaning.at, 'properties'), name), value: true }];
    },
    inAlternatives: (name) => (byBranch().get(name) ?? []).map(([, part]) => [part]),
  };
}

/** The constraints of a member that is not named: by patterns that match, or as one of the others. */
function unnamedSchemas({ named, byPattern, others }: MemberConstraints, name: string): Schemas {
  const matching = [...byPattern].filter(([pattern]) => createPattern(pattern).test(name)).map(([, part]) => part);
  const isOther = !named.has(name) && matching.length === 0 && others !== undefined && others.value !== true;
  return isOther ? [others] : matching;
}
