// Interned schema texts: equal schemas are the same object, and each is read once.

import { isRecord } from '../is-record.ts';
import { child, pointerInFragment } from '../pointer.ts';

/** The text of a schema or value. The same object for equal text, whatever the order of members. */
export interface Text {
  /** Pointers of direct references; nested texts have their own. */
  readonly links: readonly string[];
  readonly below: readonly Text[];
  /** Whether a discriminator selects among unnamed schemas: those that extend this one. */
  readonly isBase: boolean;
}

/** Maximum nesting. Anything deeper is unequal to everything. */
const DEEPEST = 200;

const REFERENCES = ['$ref', '$dynamicRef', '$recursiveRef'];
/** Keywords that do not constrain values. A property with such a name has a schema, not a string. */
const REMARKS = new Set(['description', 'title', 'summary', '$comment']);
/** Keywords with user values, which are compared literally. */
const VALUES = new Set(['default', 'const', 'enum', 'mapping', 'example', 'examples']);

interface Numbered extends Text {
  readonly number: number;
}

export function createTexts(): (value: unknown) => Text {
  const byWords = new Map<string, Numbered>();
  const known = { schema: new Map<object, Numbered>(), value: new Map<object, Numbered>() };
  let strangers = 0;

  const named = (words: string, rest: Text): Numbered => {
    const same = byWords.get(words);
    if (same) return same;
    const made = { ...rest, number: byWords.size };
    byWords.set(words, made);
    return made;
  };
  const read = (value: unknown, as: 'schema' | 'value', depth: number): Numbered => {
    if (typeof value !== 'object' || value === null) return named(wordOf(value), NOTHING_BELOW);
    const before = known[as].get(value);
    if (before) return before;
    if (depth > DEEPEST) {
      strangers += 1;
      return named(`deep ${strangers}`, NOTHING_BELOW);
    }
    const below: Numbered[] = [];
    const wordFor = (one: unknown, how: 'schema' | 'value') => {
      if (typeof one !== 'object' || one === null) return wordOf(one);
      const text = read(one, how, depth + 1);
      below.push(text);
      return `#${text.number}`;
    };
    let words: string;
    if (isRecord(value)) {
      const keys = Object.keys(value).sort();
      const kept = as === 'value' ? keys : keys.filter((key) => !(REMARKS.has(key) && typeof value[key] === 'string'));
      const parts = kept.map((key) => {
        const how = VALUES.has(key) || key.startsWith('x-') ? 'value' : as;
        return `${JSON.stringify(key)}:${wordFor(value[key], how)}`;
      });
      words = `{${parts.join()}}`;
    } else words = `[${(value as readonly unknown[]).map((one) => wordFor(one, as)).join()}]`;
    const made = named(words, isRecord(value) ? { ...saidIn(value), below } : { ...NOTHING_BELOW, below });
    known[as].set(value, made);
    return made;
  };
  return (value) => read(value, 'schema', 0);
}

const NOTHING_BELOW: Text = { links: [], below: [], isBase: false };

function wordOf(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value) : String(value);
}

function saidIn(value: Readonly<Record<string, unknown>>): Pick<Text, 'links' | 'isBase'> {
  const links = REFERENCES.flatMap((keyword) => linkIn(value[keyword]));
  const { discriminator } = value;
  if (!isRecord(discriminator) || typeof discriminator.propertyName !== 'string') return { links, isBase: false };
  for (const name of Object.values(isRecord(discriminator.mapping) ? discriminator.mapping : {}))
    if (typeof name === 'string') links.push(child('/components/schemas', name), ...linkIn(name));
  return { links, isBase: !Array.isArray(value.oneOf) && !Array.isArray(value.anyOf) };
}

function linkIn(reference: unknown): readonly string[] {
  const pointer = typeof reference === 'string' ? pointerInFragment(reference) : undefined;
  return pointer === undefined ? [] : [pointer];
}
