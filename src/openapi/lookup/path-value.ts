// Allowed texts and slashes of path parameter values, from the document.

import { viewSchema } from '../parameters/schema-view.ts';
import type { Parameter } from '../parse-parameters.ts';
import type { References } from '../references.ts';

export interface PathValue {
  /** The only allowed texts; empty if there are others. */
  readonly choices: readonly string[];
  /** Possible sequences of names, with `*` for any text: `['projects', '*', 'topics', '*']`. */
  readonly shapes: readonly (readonly string[])[];
  /** Whether it may contain slashes anywhere. */
  readonly mayContainSlashes: boolean;
}

/** Limits: characters of a description, sequences of a value, names of a sequence. */
const MAX_TEXT = 4000;
const MAX_SHAPES = 12;
const MAX_NAMES = 16;

/** Sequences in descriptions: `projects/{project}/topics/{topic}`, `projects/[ID]`, `projects/*`. */
const SHAPE =
  /(?:[\w.~-]+|\{[^{}\s/]{1,80}\}|\[[\w-]{1,80}\]|<[\w-]{1,80}>|\*)(?:\/(?:[\w.~-]+|\{[^{}\s/]{1,80}\}|\[[\w-]{1,80}\]|<[\w-]{1,80}>|\*))+/g;
const WILDCARD = /^(?:\{.*\}|\[.*\]|<.*>|\*)$/;

/** Merges the descriptions of a path parameter that several operations share. */
export function describePathValue(parameters: readonly Parameter[], references: References): PathValue {
  const described = parameters.map((parameter) => {
    const { value } = parameter.part;
    const schema = references.resolveValue(parameter.schema?.value) ?? {};
    const { pattern, description, example } = schema as Readonly<Record<string, unknown>>;
    const texts = [value.description, description].filter((text) => typeof text === 'string');
    const { values, types } = viewSchema(parameter.schema, references);
    const shape = typeof pattern === 'string' ? patternShape(pattern) : undefined;
    return {
      choices: types?.size === 1 && types.has('string') ? values.map(String) : [],
      shapes: [...(Array.isArray(shape) ? [shape] : []), ...texts.flatMap(shapesInText)],
      mayHoldSlashes:
        shape === 'any' ||
        parameter.allowReserved ||
        (value as { 'x-ms-skip-url-encoding'?: unknown })['x-ms-skip-url-encoding'] === true ||
        [value.example, example].some((one) => typeof one === 'string' && one.includes('/')),
    };
  });
  return {
    choices: described.every(({ choices }) => choices.length > 0) ? described.flatMap(({ choices }) => choices) : [],
    shapes: described.flatMap(({ shapes }) => shapes).slice(0, MAX_SHAPES),
    mayContainSlashes: described.some(({ mayHoldSlashes: mayContainSlashes }) => mayContainSlashes),
  };
}

/** The sequence in a pattern such as `^projects/[^/]+/topics/[^/]+$`; `any` for other slashes, undefined for none. */
function patternShape(pattern: string): readonly string[] | 'any' | undefined {
  const bare = pattern.replace(/^\^/, '').replace(/\$$/, '').replaceAll('\\/', '/');
  // A slash in a negated class is not a slash of the value.
  if (!bare.replace(/\[\^(?:\\.|[^\]])*\]/g, '').includes('/')) return undefined;
  const names = bare.replaceAll('[^/]', '\0').split('/');
  const isPlain = names.length <= MAX_NAMES && names.every((name) => /^(?:[\w.~-]+|\0[+*])$/.test(name));
  return isPlain ? names.map((name) => (name.startsWith('\0') ? '*' : name)) : 'any';
}

function shapesInText(text: string): readonly (readonly string[])[] {
  return [...text.slice(0, MAX_TEXT).matchAll(SHAPE)].flatMap(([shape]) => {
    const names = shape.split('/').map((name) => (WILDCARD.test(name) ? '*' : name.replace(/\.$/, '')));
    return names.includes('*') && names.length <= MAX_NAMES ? [names] : [];
  });
}
