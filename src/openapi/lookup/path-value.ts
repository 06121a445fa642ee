// What a document says of the values in its paths, as far as it helps to find them: which texts they can have, and which slashes.

import { meaningOf } from '../parameters/meaning.ts';
import type { Parameter } from '../parameters.ts';
import type { References } from '../references.ts';

export interface PathValue {
  /** The only texts that it can have; empty when there may be others. */
  readonly choices: readonly string[];
  /** The names that it may consist of, a place for any text as `*`: `['projects', '*', 'topics', '*']`. */
  readonly shapes: readonly (readonly string[])[];
  /** Whether it may hold slashes anywhere. */
  readonly mayHoldSlashes: boolean;
}

/** How much of a description is looked at, how many shapes are known for one value, and how many names make one. */
const MAX_TEXT = 4000;
const MAX_SHAPES = 12;
const MAX_NAMES = 16;

/** The shapes that descriptions tell: `projects/{project}/topics/{topic}`, `projects/[ID]`, `projects/*`. */
const SHAPE =
  /(?:[\w.~-]+|\{[^{}\s/]{1,80}\}|\[[\w-]{1,80}\]|<[\w-]{1,80}>|\*)(?:\/(?:[\w.~-]+|\{[^{}\s/]{1,80}\}|\[[\w-]{1,80}\]|<[\w-]{1,80}>|\*))+/g;
const PLACE = /^(?:\{.*\}|\[.*\]|<.*>|\*)$/;

/** What several operations say of the path parameter that they share. */
export function pathValueOf(parameters: readonly Parameter[], references: References): PathValue {
  const said = parameters.map((parameter) => {
    const { value } = parameter.part;
    const schema = references.follow(parameter.schema?.value) ?? {};
    const { pattern, description, example } = schema as Readonly<Record<string, unknown>>;
    const texts = [value.description, description].filter((text) => typeof text === 'string');
    const { values, types } = meaningOf(parameter.schema, references);
    const shape = typeof pattern === 'string' ? shapeOf(pattern) : undefined;
    return {
      choices: types?.size === 1 && types.has('string') ? values.map(String) : [],
      shapes: [...(Array.isArray(shape) ? [shape] : []), ...texts.flatMap(shapesIn)],
      mayHoldSlashes:
        shape === 'any' ||
        parameter.allowReserved ||
        (value as { 'x-ms-skip-url-encoding'?: unknown })['x-ms-skip-url-encoding'] === true ||
        [value.example, example].some((one) => typeof one === 'string' && one.includes('/')),
    };
  });
  return {
    choices: said.every(({ choices }) => choices.length > 0) ? said.flatMap(({ choices }) => choices) : [],
    shapes: said.flatMap(({ shapes }) => shapes).slice(0, MAX_SHAPES),
    mayHoldSlashes: said.some(({ mayHoldSlashes }) => mayHoldSlashes),
  };
}

/** The shape that a pattern describes, such as `^projects/[^/]+/topics/[^/]+$`; `any` when it allows slashes in another way, undefined when it allows none. */
function shapeOf(pattern: string): readonly string[] | 'any' | undefined {
  const bare = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\/', '/');
  // A slash in what is not allowed is none.
  if (!bare.replace(/\[\^(?:\\.|[^\]])*\]/g, '').includes('/')) return undefined;
  const names = bare.replaceAll('[^/]', '\0').split('/');
  const isPlain = names.length <= MAX_NAMES && names.every((name) => /^(?:[\w.~-]+|\0[+*])$/.test(name));
  return isPlain ? names.map((name) => (name.startsWith('\0') ? '*' : name)) : 'any';
}

function shapesIn(text: string): readonly (readonly string[])[] {
  return [...text.slice(0, MAX_TEXT).matchAll(SHAPE)].flatMap(([shape]) => {
    const names = shape.split('/').map((name) => (PLACE.test(name) ? '*' : name.replace(/\.$/, '')));
    return names.includes('*') && names.length <= MAX_NAMES ? [names] : [];
  });
}
