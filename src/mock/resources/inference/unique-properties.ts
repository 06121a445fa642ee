// Properties whose values must be unique among the items of a resource.

import { ANNOTATIONS_KEY, parseAnnotations } from '../../../openapi/annotations.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import type { PropertyPath } from '../resource.ts';
import type { PathGroup } from './path-group.ts';

/** The existing properties named by the `unique` annotation. */
export function findAnnotatedUnique(
  { annotations: declared, schema }: PathGroup,
  references: References,
): readonly string[] | undefined {
  const shape = getSchemaShape(schema, references);
  const unique = declared.unique ?? parseAnnotations(shape?.keywordValue(ANNOTATIONS_KEY)).unique;
  return unique?.filter((name) => shape?.properties.has(name));
}

const PRIMITIVE = ['string', 'integer', 'number'] as const;
const UNIQUE_NAMES = new Set(['slug', 'email', 'emailaddress', 'username']);

/** Finds unique properties by `x-unique`, description or name. */
export function findUniqueProperties(
  schema: Part<Schema> | undefined,
  id: PropertyPath | undefined,
  references: References,
): readonly string[] {
  const shape = getSchemaShape(schema, references);
  return [...(shape?.properties ?? [])].flatMap(([name, property]) => {
    const own = getSchemaShape(property, references);
    if (!own || !PRIMITIVE.some((type) => own.types.has(type))) return [];
    const declared = own.keywordValue('x-unique');
    if (typeof declared === 'boolean') return declared ? [name] : [];
    if ((id?.length === 1 && id[0] === name) || own.keywordValue('readOnly') === true) return [];
    const isDescribed = !REFERENCE.test(normalizeName(name)) && requiresUnique(own.keywordValue('description'));
    return isDescribed || UNIQUE_NAMES.has(normalizeName(name)) ? [name] : [];
  });
}

/** Names of references: the unique token of an account is the same on each of its cards. */
const REFERENCE = /(id|ids|arn|guid|key|ref|reference|token|uuid)$/;

/**
 * Phrases that require unique values. `A unique name` only describes a value, as does `a unique identifier of the
 * account`.
 */
const MUST_DIFFER = [
  /^\s*unique\s*$/i,
  /\b(must|should|shall|ha(s|ve) to|needs? to)\b[^.]{0,60}\bunique\b/i,
  /\b(is|are|be) (\w{1,20}ly )?unique\s*([,;:)]|$)/i,
  /\bunique (across|among|amongst|per|throughout|within)\b/i,
  /\balready (in use|taken)\b/i,
];

/** Whether a description requires unique values, and no sentence says otherwise. */
function requiresUnique(description: unknown): boolean {
  if (typeof description !== 'string') return false;
  const sentences = description.split(/[.\n]/);
  return (
    !sentences.some(isDenied) && sentences.some((sentence) => MUST_DIFFER.some((pattern) => pattern.test(sentence)))
  );
}

/** Whether a sentence says that uniqueness is not required. */
function isDenied(sentence: string): boolean {
  const not = /\b(not|need|non)\b/i.exec(sentence);
  return not !== null && /\bunique/i.test(sentence.slice(not.index));
}
