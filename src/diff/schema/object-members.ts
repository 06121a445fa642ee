// The members of an object in one document: named, required, forbidden.

import type { Part } from '../../openapi/references.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import { limitsOthers } from '../../openapi/schema/constraints/members.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { RuleInput, Schemas } from './rule-input.ts';

/** The members of an object, merged over all schemas. */
export interface ObjectMembers {
  /** The schemas of named members. */
  readonly named: ReadonlyMap<string, Schemas>;
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
  /** The schemas of a member; none if it is forbidden, or unconstrained and optional. */
  of(name: string): Schemas;
}

export function readObjectMembers(
  meaning: Constraints,
  side: 'old' | 'new',
  { flow, meaningOf }: RuleInput<never>,
): ObjectMembers {
  const named = new Map<string, Part<unknown>[]>();
  const patterns = new Map<string, Part<unknown>[]>();
  for (const { named: some, byPattern } of meaning.members) {
    for (const [name, part] of some) add(named, name, part);
    for (const [pattern, part] of byPattern) add(patterns, pattern, part);
  }
  // A schema that limits unnamed members limits those named elsewhere.
  for (const { named: some, others } of meaning.members.filter(limitsOthers))
    for (const [name, parts] of named) if (others && !some.has(name)) parts.push(others);
  const declared = meaning.members.flatMap(({ others }) => others ?? []);
  const others = declared.filter(({ value }) => value !== true);
  const isClosed = others.some(({ value }) => value === false);
  const hiding = flow === 'in' ? 'readOnly' : 'writeOnly';
  const hidden = new Map<string, boolean>();
  const isHidden = (name: string): boolean => {
    const parts = named.get(name);
    if (!parts) return false;
    const known = hidden.get(name) ?? meaningOf(side, parts).annotations.get(hiding)?.value === true;
    hidden.set(name, known);
    return known;
  };
  return {
    named,
    others,
    isSaid: declared.length > 0,
    isClosed,
    patterns,
    hiding,
    has: (name) => named.has(name) && !isHidden(name),
    needs: (name) => meaning.required.has(name) && !isHidden(name),
    forbids: (name) => isClosed && !named.has(name) && patterns.size === 0,
    of(name) {
      if (isHidden(name)) return [];
      const declared = named.get(name) ?? (isClosed ? [] : others);
      if (declared.length > 0 || isClosed || patterns.size > 0 || !meaning.required.has(name)) return declared;
      // It would be described there, and may be anything.
      return [{ pointer: childPointer(childPointer(meaning.at, 'properties'), name), value: true }];
    },
  };
}

function add(parts: Map<string, Part<unknown>[]>, name: string, part: Part<unknown>): void {
  const known = parts.get(name);
  if (known) known.push(part);
  else parts.set(name, [part]);
}
