// Interned schema texts: equal schemas are the same object, and each is read once.

import { isRecord } from '../../schema/is-record.ts';
import { childPointer, pointerInFragment } from '../../schema/json-pointer.ts';

/** The text of a schema or value. The same object for equal text, whatever the order of members. */
export interface SchemaText {
  /** Pointers of direct references; nested texts have their own. */
  readonly links: readonly string[];
  readonly below: readonly SchemaText[];
  /** Whether a discriminator selects among unnamed schemas: those that extend this one. */
  readonly isBase: boolean;
}

/** Maximum nesting. Anything deeper is unequal to everything. */
const MAX_DEPTH = 200;

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
/** Keywords that do not constrain values. A property with such a name has a schema, not a string. */
const DESCRIPTION_KEYWORDS = new Set(['description', 'title', 'summary', '$comment']);
/** Keywords with user values, which are compared literally. */
const VALUE_KEYWORDS = new Set(['default', 'const', 'enum', 'mapping', 'example', 'examples']);

interface Numbered extends SchemaText {
  readonly number: number;
}

export function createSchemaTexts(): (value: unknown) => SchemaText {
  const byText = new Map<string, Numbered>();
  const known = { schema: new Map<object, Numbered>(), value: new Map<object, Numbered>() };
  let tooDeep = 0;

  const intern = (words: string, rest: SchemaText): Numbered => {
    const same = byText.get(words);
    if (same) return same;
    const made = { ...rest, number: byText.size };
    byText.set(words, made);
    return made;
  };
  const read = (value: unknown, as: 'schema' | 'value', depth: number): Numbered => {
    if (typeof value !== 'object' || value === null) return intern(scalarText(value), NOTHING_BELOW);
    const before = known[as].get(value);
    if (before) return before;
    if (depth > MAX_DEPTH) {
      tooDeep += 1;
      return intern(`deep ${tooDeep}`, NOTHING_BELOW);
    }
    const below: Numbered[] = [];
    const textFor = (one: unknown, kind: 'schema' | 'value') => {
      if (typeof one !== 'object' || one === null) return scalarText(one);
      const text = read(one, kind, depth + 1);
      below.push(text);
      return `#${text.number}`;
    };
    let words: string;
    if (isRecord(value)) {
      const keys = Object.keys(value).sort();
      const relevantKeys =
        as === 'value'
          ? keys
          : keys.filter((key) => !(DESCRIPTION_KEYWORDS.has(key) && typeof value[key] === 'string'));
      const parts = relevantKeys.map((key) => {
        const kind = VALUE_KEYWORDS.has(key) || key.startsWith('x-') ? 'value' : as;
        return `${JSON.stringify(key)}:${textFor(value[key], kind)}`;
      });
      words = `{${parts.join()}}`;
    } else words = `[${(value as readonly unknown[]).map((one) => textFor(one, as)).join()}]`;
    const made = intern(words, isRecord(value) ? { ...linksOf(value), below } : { ...NOTHING_BELOW, below });
    known[as].set(value, made);
    return made;
  };
  return (value) => read(value, 'schema', 0);
}

const NOTHING_BELOW: SchemaText = { links: [], below: [], isBase: false };

function scalarText(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function linksOf(value: Readonly<Record<string, unknown>>): Pick<SchemaText, 'links' | 'isBase'> {
  const links = REFERENCES.flatMap((keyword) => linkIn(value[keyword]));
  const { discriminator } = value;
  if (!isRecord(discriminator) || typeof discriminator.propertyName !== 'string') return { links, isBase: false };
  for (const name of Object.values(isRecord(discriminator.mapping) ? discriminator.mapping : {}))
    if (typeof name === 'string') links.push(childPointer('/components/schemas', name), ...linkIn(name));
  return { links, isBase: !Array.isArray(value.oneOf) && !Array.isArray(value.anyOf) };
}

function linkIn(reference: unknown): readonly string[] {
  const pointer = typeof reference === 'string' ? pointerInFragment(reference) : undefined;
  return pointer === undefined ? [] : [pointer];
}
