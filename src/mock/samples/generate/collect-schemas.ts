// Collects the schemas that apply to a value: references, parts, one of each choice.

import type { Part } from '../../../openapi/references.ts';
import type { DiscriminatorChoice } from '../../../openapi/schema/discriminator.ts';
import type { SchemaIndex, SchemaObject } from '../../../openapi/schema/schema-index.ts';
import { bothExempt, type Exempt, NOTHING_EXEMPT, withoutExempt } from '../../../openapi/schema/superseded-parts.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { childPointer } from '../../../schema/json-pointer.ts';

/** The collected schemas by pointer, without choices, which have been made. */
export interface CollectedSchemas {
  readonly schemas: ReadonlyMap<string, SchemaObject>;
  /** Values that discriminators give to properties. */
  readonly named: ReadonlyMap<string, string>;
  /** Whether another choice was possible. */
  readonly hasChoice: boolean;
}

/** Chooses one of several alternatives. */
export type Choose = (alternatives: readonly Part[], key: string) => number;

/** Maximum number of schemas for one value. */
const MOST = 500;

/** Collects the schemas of one value. None is collected twice, so recursive schemas end. */
export function collectSchemas(parts: readonly Part[], places: SchemaIndex, choose: Choose): CollectedSchemas {
  const schemas = new Map<string, SchemaObject>();
  const named = new Map<string, string>();
  let hasChoice = false;

  const chosen = (alternatives: readonly Part[], key: string): Part | undefined => {
    if (alternatives.length > 1) hasChoice = true;
    return alternatives[alternatives.length > 1 ? choose(alternatives, key) : 0];
  };
  /** Records the discriminator value of a choice, unless an extension has chosen before. */
  const discriminate = (choice: DiscriminatorChoice, pointer: string): void => {
    const { property } = choice;
    const words = wordsOf(choice, places);
    const given = words.filter(({ word }) => word !== undefined && word === named.get(property));
    const begun = words.filter(({ target }) => target.pointer !== pointer && schemas.has(target.pointer));
    const open = [given, begun, words].find((some) => some.length > 0) ?? [];
    const target = chosen(
      open.map((one) => one.target),
      `${pointer} discriminator`,
    );
    const found = open.find((one) => one.target === target);
    if (!found) return;
    if (found.word !== undefined) named.set(property, found.word);
    visit(found.target);
  };
  const visit = ({ value, pointer }: Part, exempt: Exempt = NOTHING_EXEMPT): void => {
    if (exempt === 'all' || !isRecord(value) || schemas.has(pointer) || schemas.size >= MOST) return;
    const schema = { value, pointer } as Part<SchemaObject>;
    const isAlias = places.isOnlyReference(schema);
    const superseded = places.supersededIn(schema);
    schemas.set(pointer, isAlias ? {} : withoutExempt(value, new Set([...exempt, ...superseded.own])));
    const { reference } = isAlias ? { reference: NOTHING_EXEMPT } : superseded;
    for (const part of places.referenced(schema)) visit(part, bothExempt(exempt, reference));
    if (isAlias) return;
    for (const [index, part] of listOf(value.allOf).entries()) {
      const own = superseded.allOf[index] ?? NOTHING_EXEMPT;
      visit({ value: part, pointer: childPointer(pointer, 'allOf', index) }, bothExempt(exempt, own));
    }
    const choice = places.discriminatorOf(schema);
    if (choice) discriminate(choice, pointer);
    // They depend on properties, and are rarely violated without them.
    for (const keyword of ['dependentSchemas', 'dependencies']) {
      for (const [name, part] of Object.entries(isRecord(value[keyword]) ? value[keyword] : {}))
        visit({ value: part, pointer: childPointer(pointer, keyword, name) });
    }
    for (const keyword of ['oneOf', 'anyOf']) {
      if (choice?.isAmongBranches) continue;
      const branches = listOf(value[keyword]).map((branch, index) => ({
        value: branch,
        pointer: childPointer(pointer, keyword, index),
      }));
      const possible = branches.filter((branch) => !places.isImpossible(branch));
      const branch = chosen(possible.length > 0 ? possible : branches, `${pointer} ${keyword}`);
      if (branch) visit(branch);
    }
    if (value.if !== undefined) {
      const [condition, met, otherwise] = ['if', 'then', 'else'].map((keyword) => {
        return { value: value[keyword] ?? {}, pointer: childPointer(pointer, keyword) };
      }) as [Part, Part, Part];
      const branch = chosen([otherwise, met], `${pointer} if`);
      for (const part of branch === met ? [condition, met] : [otherwise]) visit(part);
    }
  };
  for (const part of parts) visit(part);
  return { schemas, named, hasChoice };
}

/** The choices of a discriminator. */
interface Word {
  /** Undefined for a branch that forbids the property. */
  readonly word: string | undefined;
  readonly target: Part;
}

const known = new WeakMap<DiscriminatorChoice, readonly Word[]>();

/** Cached: some bases have a thousand extensions, and are used for each reference. */
function wordsOf(choice: DiscriminatorChoice, places: SchemaIndex): readonly Word[] {
  const found = known.get(choice);
  if (found) return found;
  const untagged = choice.untagged.map((at) => [undefined, at] as const);
  const words = [...choice.byValue, ...untagged].flatMap(([word, at]) => {
    const target = places.at(at);
    return target ? [{ word, target }] : [];
  });
  known.set(choice, words);
  return words;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
