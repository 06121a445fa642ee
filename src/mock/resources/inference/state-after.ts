// The properties that a custom action sets: a state or a flag, and a time.

import { normalizeName, splitWords } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { type ItemProperty, listAllProperties } from '../item-properties.ts';
import type { ResourceAction } from '../resource.ts';
import { inverseActions, listStatesAfter } from './action-words.ts';

/** Common names of state properties. */
const STATE = /(state|status|phase|stage|condition|lifecycle|activity)$/;

/**
 * @returns undefined if the document declares no such state: the action then only updates the timestamps of the item
 */
export function findStateAfter(
  verb: string,
  schema: Part<Schema> | undefined,
  references: References,
): ResourceAction['sets'] {
  const shape = getSchemaShape(schema, references);
  if (!shape) return undefined;
  const properties = [...shape.properties].map(([name, property]) => ({
    name,
    choices: choicesIn(getSchemaShape(property, references)?.keywordValue('enum')),
    isFlag: getSchemaShape(property, references)?.types.has('boolean') ?? false,
  }));
  const states = properties.filter(({ choices }) => choices.length > 0);
  const isState = ({ name }: { readonly name: string }) => STATE.test(normalizeName(name));
  const likeliest = [...states.filter(isState), ...states.filter((one) => !isState(one))];
  const flag = (names: readonly string[]) =>
    properties.find(({ name, isFlag }) => isFlag && names.includes(normalizeName(name).replace(/^is/, '')));
  // `cancel-order` means cancel.
  for (const word of [verb, splitWords(verb)[0] ?? verb]) {
    const wanted = listStatesAfter(word);
    const unset = flag(inverseActions(word).flatMap(listStatesAfter));
    if (unset) return { place: [unset.name], value: false };
    for (const state of wanted) {
      for (const one of likeliest) {
        const value = one.choices.find((choice) => normalizeName(choice) === state);
        // The action name itself may be a choice of any property.
        if (value !== undefined && (state !== normalizeName(word) || isState(one))) return { place: [one.name], value };
      }
    }
    const set = flag(wanted);
    if (set) return { place: [set.name], value: true };
  }
  return undefined;
}

/** The time of an action, such as `returnedAt` of `return`; undefined if the items have none. */
export function findTimeAfter(
  verb: string,
  schema: Part<Schema> | undefined,
  references: References,
): ItemProperty | undefined {
  const names = [verb, splitWords(verb)[0] ?? verb].flatMap(listStatesAfter);
  const isTime = ({ name, type, format = '' }: ItemProperty) => {
    const [, state] = /^(.+?)(?:at|on|time|date|datetime)$/.exec(normalizeName(name)) ?? [];
    return type === 'string' && /^date(-time)?$/.test(format) && state !== undefined && names.includes(state);
  };
  return listAllProperties(schema, references).find(isTime);
}

function choicesIn(choices: unknown): readonly string[] {
  return Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : [];
}
