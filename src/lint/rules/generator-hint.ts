// Rule: hints for generators are known, and their values fit the schema.

import { loadVocabulary, type Vocabulary } from '../../mock/samples/generate/faker.ts';
import {
  coerceHint,
  FAKER_KEYS,
  type FakerHint,
  generateByHint,
  parseFakerHint,
} from '../../mock/samples/generate/faker-hint.ts';
import { flagKind, isMoment, numberKind, textKind } from '../../mock/samples/generate/property-meaning.ts';
import { REFERENCE_TIME } from '../../mock/samples/generate/sampler.ts';
import { createSeededRandom } from '../../mock/samples/generate/seeded-random.ts';
import { extensionExamples } from '../../mock/samples/generate/value-constraints.ts';
import { ANNOTATIONS_KEY, parseAnnotations } from '../../openapi/annotations.ts';
import type { Document } from '../../openapi/document.ts';
import type { Schema } from '../../openapi/objects.ts';
import { visitDocumentParts } from '../../openapi/read/document-parts.ts';
import type { Part } from '../../openapi/references.ts';
import { stringifyJson } from '../../schema/json/stringify-json.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { Objection, OwnRule } from './rule.ts';

/** How many values of a generator are compared with the schema. */
const VALUES = 5;

export const generatorHint: OwnRule = {
  title: 'Hints for generators (`x-faker`, `x-fake-data`, `x-examples`, `like`) are known, and their values fit.',
  severity: 'warn',
  async *look(document) {
    for (const schema of hintedSchemas(document)) {
      const { value, pointer } = schema;
      for (const key of FAKER_KEYS) {
        if (value[key] === undefined) continue;
        const at = childPointer(pointer, key);
        const hint = parseFakerHint(value[key]);
        if (!hint.ok) yield { pointer: at, message: `${key} is not used: ${hint.reason}.` };
        else yield* unfitValues(document, schema, at, await generated(hint.value, value));
      }
      yield* unfitValues(document, schema, childPointer(pointer, 'x-examples'), extensionExamples(value['x-examples']));
      const { like } = parseAnnotations(value[ANNOTATIONS_KEY]);
      if (like !== undefined && !hasMeaning(like))
        yield {
          pointer: childPointer(pointer, ANNOTATIONS_KEY, 'like'),
          message: `${stringifyJson(like)} has no known meaning, so it is not used; name a property such as email or price.`,
        };
    }
  },
};

type HintedSchema = Part<Readonly<Record<string, unknown>>>;

function hintedSchemas(document: Document): readonly HintedSchema[] {
  const found: HintedSchema[] = [];
  const keys = [...FAKER_KEYS, 'x-examples', ANNOTATIONS_KEY];
  visitDocumentParts(document.source.bundled, {
    part({ part, pointer }) {
      if (!Array.isArray(part) && keys.some((key) => Object.hasOwn(part, key)))
        found.push({ value: part as HintedSchema['value'], pointer: pointer() });
    },
  });
  // Operations and paths have other annotations, and parameters and bodies examples of their own.
  return found.filter(({ pointer }) => IS_SCHEMA.test(pointer));
}

const IS_SCHEMA =
  /\/(schemas|properties|patternProperties|\$defs)\/[^/]*$|\/(schema|items|additionalProperties|itemSchema)$|\/(allOf|oneOf|anyOf|prefixItems)\/\d+$/;

async function generated(hint: FakerHint, { type, format }: HintedSchema['value']): Promise<readonly unknown[]> {
  const vocabulary: Vocabulary = await loadVocabulary('en');
  const [first = 'string'] = [type].flat().filter((one) => one !== 'null') as readonly string[];
  return Array.from({ length: VALUES }, (_, index) => {
    const value = generateByHint(hint, vocabulary(createSeededRandom('lint', `${index}`)), REFERENCE_TIME);
    return coerceHint(value, first, typeof format === 'string' ? format : undefined) ?? value;
  });
}

/** The first value that the schema does not allow. */
function* unfitValues(
  document: Document,
  schema: HintedSchema,
  pointer: string,
  values: readonly unknown[],
): Iterable<Objection> {
  for (const value of values) {
    const [finding] = value === undefined ? [] : document.validate(schema as Part<Schema>, value, 'response');
    const reason =
      value === undefined ? 'its arguments are rejected' : finding && `${stringifyJson(value)} ${finding.message}`;
    if (reason === undefined) continue;
    yield { pointer, message: `Values are not used where the schema does not allow them: ${reason}.` };
    return;
  }
}

function hasMeaning(name: string): boolean {
  const named = { name, holder: '' };
  return (
    textKind(named) !== undefined || numberKind(named) !== undefined || flagKind(named) !== undefined || isMoment(named)
  );
}
