// Compares object members: which exist, are required, or allowed.

import type { Part } from '../../openapi/references.ts';
import type { Constraints } from '../../openapi/schema/constraints/constraints.ts';
import { limitsOthers } from '../../openapi/schema/constraints/members.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { DiffRule } from '../level.ts';
import { isAbout, type RuleInput, type Schemas } from './rule-input.ts';

export const OBJECT_RULES = {
  'property-added': {
    effect: 'none',
    title: 'An optional property was added. Clients that do not know it ignore it.',
    servers: { in: 'risky' },
  },
  'property-added-closed': {
    effect: 'widens',
    title: 'An optional property was added, and the old document forbade additional properties.',
    clients: { out: 'risky' },
  },
  'required-property-added': {
    effect: 'narrows',
    title: 'A required property was added.',
    servers: { in: 'risky' },
  },
  'required-property-added-closed': {
    effect: 'replaces',
    title: 'A required property was added, and the old document forbade additional properties.',
    clients: { out: 'risky' },
  },
  'property-removed': {
    effect: 'widens',
    title: 'An optional property was removed. Clients may depend on it.',
    clients: { in: 'risky', out: 'risky' },
    servers: { in: 'harmless', out: 'harmless' },
  },
  'property-removed-closed': {
    effect: 'narrows',
    title: 'An optional property was removed, and the new document forbids additional properties.',
    clients: { out: 'risky' },
    servers: { out: 'risky' },
  },
  'required-property-removed': {
    effect: 'widens',
    title: 'A required property was removed.',
    clients: { in: 'risky' },
    servers: { out: 'harmless' },
  },
  'required-property-removed-closed': {
    effect: 'replaces',
    title: 'A required property was removed, and the new document forbids additional properties.',
  },
  'property-became-required': { effect: 'narrows', title: 'A property became required.' },
  'property-became-optional': { effect: 'widens', title: 'A property became optional.' },
  'object-closed': {
    effect: 'narrows',
    title: 'Additional properties were forbidden or restricted; before, any were allowed.',
    clients: { in: 'risky' },
    servers: { out: 'risky' },
  },
  'object-opened': {
    effect: 'widens',
    title: 'Additional properties were allowed.',
    clients: { out: 'risky' },
    servers: { in: 'risky' },
  },
  'additional-properties-narrowed': {
    effect: 'narrows',
    title: 'Additional properties were restricted; before, they were expressly allowed.',
  },
  'additional-properties-widened': { effect: 'widens', title: 'Additional properties allow more values.' },
  'pattern-properties-changed': {
    effect: 'unclear',
    title: '`patternProperties` changed.',
  },
} as const satisfies Readonly<Record<string, DiffRule>>;

type Input = RuleInput<keyof typeof OBJECT_RULES>;

export function compareObjects(input: Input): void {
  const { old, new: now, tell, compare } = input;
  if (!isAbout('object', old) || !isAbout('object', now)) return;
  const [before, after] = [membersOf(old, 'old', input), membersOf(now, 'new', input)];
  const names = new Set([
    ...before.named.keys(),
    ...after.named.keys(),
    ...old.required.keys(),
    ...now.required.keys(),
  ]);
  for (const name of names) {
    const [was, is] = [before.has(name), after.has(name)];
    const [hadToBe, hasToBe] = [before.needs(name), after.needs(name)];
    const at = {
      old: before.named.get(name)?.[0]?.pointer ?? old.required.get(name) ?? old.at,
      new: after.named.get(name)?.[0]?.pointer ?? now.required.get(name) ?? now.at,
    };
    const called = JSON.stringify(name);
    // A required member without a schema may have any value, unless it is forbidden: then no value is valid.
    if (is && !was && (!hadToBe || before.forbids(name))) {
      const hidden = before.named.has(name) ? ` (was ${before.hiding})` : '';
      const what = `${hasToBe ? 'required' : 'optional'} property ${called} added${hidden}`;
      const isNewlyRequired = hasToBe && !hadToBe;
      tell(`${isNewlyRequired ? 'required-' : ''}property-added${before.forbids(name) ? '-closed' : ''}`, what, at);
    } else if (was && !is && (!hasToBe || after.forbids(name))) {
      const hidden = after.named.has(name) ? ` (now ${after.hiding})` : '';
      const what = `${hadToBe ? 'required' : 'optional'} property ${called} removed${hidden}`;
      const isReleased = hadToBe && !hasToBe;
      tell(`${isReleased ? 'required-' : ''}property-removed${after.forbids(name) ? '-closed' : ''}`, what, at);
    } else if (hasToBe && !hadToBe)
      tell('property-became-required', `property ${called} became required`, { ...at, new: now.required.get(name) });
    else if (hadToBe && !hasToBe)
      tell('property-became-optional', `property ${called} became optional`, {
        ...at,
        old: old.required.get(name),
      });
    const [schemas, others] = [before.of(name), after.of(name)];
    if (schemas.length > 0 && others.length > 0) compare(schemas, others);
  }
  compareOthers(input, before, after);
}

/** The members of an object, merged over all schemas. */
interface Side {
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

function membersOf(meaning: Constraints, side: 'old' | 'new', { flow, meaningOf }: Input): Side {
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

/** Compares unnamed members, and those matched by patterns. */
function compareOthers({ old, new: now, tell, compare }: Input, before: Side, after: Side): void {
  for (const pattern of new Set([...before.patterns.keys(), ...after.patterns.keys()])) {
    const [was, is] = [before.patterns.get(pattern), after.patterns.get(pattern)];
    if (was && is) compare(was, is);
    else
      tell('pattern-properties-changed', `patternProperties ${pattern} ${is ? 'added' : 'removed'}`, {
        old: was?.[0]?.pointer ?? old.at,
        new: is?.[0]?.pointer ?? now.at,
      });
  }
  const at = { old: before.others[0]?.pointer ?? old.at, new: after.others[0]?.pointer ?? now.at };
  const [wasOpen, isOpen] = [before, after].map(({ others }) => others.length === 0);
  if (wasOpen && isOpen) return;
  const what = after.isClosed ? 'additional properties forbidden' : 'additional properties restricted';
  if (wasOpen) tell(before.isSaid ? 'additional-properties-narrowed' : 'object-closed', what, at);
  else if (isOpen && before.isClosed) tell('object-opened', 'additional properties allowed', at);
  else if (isOpen) tell('additional-properties-widened', 'additional properties no longer restricted', at);
  else if (before.isClosed && after.isClosed) return;
  else if (after.isClosed) tell('additional-properties-narrowed', what, at);
  else if (before.isClosed)
    tell('additional-properties-widened', 'additional properties allowed, restricted by a schema', at);
  else compare(before.others, after.others);
}
