// Assigns TypeScript names to schemas.

import { pointerSegments } from '../schema/json-pointer.ts';
import { isTypeScriptIdentifier } from './type-text.ts';

/** Names with another meaning in types (TypeScript, and ECMA-262, section 12.7.2). */
const TAKEN =
  'any as async await bigint boolean break case catch class const continue debugger default delete do else enum export extends false finally for function ' +
  'get if implements import in infer instanceof interface intrinsic is keyof let module namespace never new null number object of package private protected ' +
  'public readonly require return satisfies set static string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield';

/** Names that the generated text uses. */
const SPOKEN = 'AsyncIterable Exclude Partial Uint8Array Without Collections Operations Records';

/** Assigns unique names to schemas. */
export interface TypeNames {
  /** @param ending - distinguishes it from another type of the same schema */
  name(pointer: string, ending?: string): string;
}

/**
 * A schema whose name is valid in TypeScript keeps it, and no other schema takes it. Of other names, letters and
 * digits stay: `my-pet.v1` is `MyPetV1`. Duplicates get a number.
 *
 * @param pointers - JSON Pointers of all schemas
 */
export function createTypeNames(pointers: Iterable<string>): TypeNames {
  const taken = new Set([...TAKEN.split(' '), ...SPOKEN.split(' ')]);
  const names = new Map<string, string>();
  const waiting: (readonly [pointer: string, wanted: string])[] = [];
  for (const pointer of pointers) {
    const [own, ...others] = spokenSteps(pointer);
    if (own !== undefined && others.length === 0 && isTypeScriptIdentifier(own) && !taken.has(own)) {
      taken.add(own);
      names.set(pointer, own);
    } else {
      waiting.push([pointer, identifierOf([own ?? '', ...others].join(' '))]);
    }
  }
  const give = (id: string, wanted: string): string => {
    let name = wanted;
    for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
    taken.add(name);
    names.set(id, name);
    return name;
  };
  for (const [pointer, wanted] of waiting) give(pointer, wanted);
  return {
    name(pointer, ending = '') {
      const id = `${pointer} ${ending}`.trimEnd();
      return names.get(id) ?? give(id, `${names.get(pointer) ?? identifierOf(pointer)}${ending}`);
    },
  };
}

/** The distinguishing steps to a schema: those of a fixture schema are below `definitions`. */
function spokenSteps(pointer: string): readonly string[] {
  const steps = pointerSegments(pointer);
  if (steps[0] === 'components' && steps[1] === 'schemas') return steps.slice(2);
  return steps[0] === 'definitions' ? steps.slice(1) : steps;
}

function identifierOf(text: string): string {
  const words = text.split(/[^\p{ID_Continue}$]+/u).filter((word) => word !== '');
  const name = words.map((word) => word[0]?.toUpperCase() + word.slice(1)).join('') || 'Schema';
  return isTypeScriptIdentifier(name) ? name : `_${name}`;
}
