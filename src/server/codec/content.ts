// The properties of a documented body.

import type { BodyType } from '../../openapi/content.ts';
import type { MediaRange } from '../../openapi/media-type.ts';
import { type Meaning, meaningOf } from '../../openapi/parameters/meaning.ts';
import { createReferences, type References } from '../../openapi/references.ts';
import type { Content } from './formats/format.ts';

const meanings = new WeakMap<BodyType, Meaning>();
const NO_MEANING = meaningOf(undefined, createReferences({}));

/** @param mediaType - the one that it has, where the document may name a range */
export function contentOf(
  type: BodyType | undefined,
  mediaType: MediaRange,
  references: References | undefined,
): Content {
  if (!type || !references) return { mediaType, meaning: NO_MEANING, encoding: {} };
  const meaning = meanings.get(type) ?? meaningOf(type.schema, references);
  meanings.set(type, meaning);
  return { mediaType, meaning, encoding: type.encoding };
}
