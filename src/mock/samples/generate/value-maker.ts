// Generates a value from schemas: by names, formats, bounds and pseudo-random choices.

import { type Part, referenceIn } from '../../../openapi/references.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { isInteger, isJsonNumber } from '../../../schema/json/exact-number.ts';
import { stringifyJson } from '../../../schema/json/stringify-json.ts';
import { childPointer, schemaNameAt } from '../../../schema/json-pointer.ts';
import { findFormat } from '../../../schema/schema-formats.ts';
import { type Choose, type CollectedSchemas, collectSchemas } from './collect-schemas.ts';
import { MAX_REJECTIONS } from './corrections.ts';
import { coerceHint, generateByHint } from './faker-hint.ts';
import { makeList } from './generate-list.ts';
import { makeObject } from './generate-object.ts';
import { makeFlag, makeNumber, makeText } from './generate-scalar.ts';
import { type GenerationSpot, MAX_SAMPLE_VALUES, tooManyValues } from './generation-spot.ts';
import { holderName, isSeldom } from './property-meaning.ts';
import { mergeConstraints, type TypeName, type ValueConstraints } from './value-constraints.ts';
import type { GenerationContext, Plan, SchemaSummary, ValueGenerator } from './value-generator.ts';

/** Maximum depth of required values: a schema that requires itself has no end. */
const MAX_DEPTH = 100;

/** Maximum number of inspected alternatives. */
const MOST_TRIED = 8;

/** Size of the cache of schema summaries. */
const MAX_SUMMARIES = 10_000;

export class ValueMaker implements ValueGenerator {
  readonly making: GenerationContext;
  /** The pointers of copied examples. */
  readonly taken = new Set<string>();
  /** The pointers of given values. */
  readonly given = new Set<string>();
  /** Whether a schema had alternatives: another draw may choose another one. */
  hasChosen = false;
  #made = 0;

  constructor(making: GenerationContext) {
    this.making = making;
  }

  spot(pointer: string, spot: Omit<GenerationSpot, 'pointer' | 'draw' | 'level'>): GenerationSpot {
    const level = this.making.corrections.levelAt(pointer);
    const room = level >= MAX_REJECTIONS ? 0 : spot.room;
    return {
      ...spot,
      room,
      pointer,
      level,
      draw: this.making.draw.fork(level === 0 ? pointer : `${pointer} ${level}`),
    };
  }

  plan(parts: readonly Part[], spot: GenerationSpot): Plan {
    return { ...this.#summarize(parts, spot), spot };
  }

  #summarize(parts: readonly Part[], spot: GenerationSpot): SchemaSummary {
    const { summaries, places } = this.making;
    const [first, ...others] = parts;
    const key = others.length === 0 ? (first?.pointer ?? '') : JSON.stringify(parts.map(({ pointer }) => pointer));
    const cached = summaries.get(key);
    if (cached) return cached;
    const gathered = collectSchemas(parts, places, this.#chooseAt(spot));
    const summary = { gathered, demands: mergeConstraints(gathered) };
    if (gathered.hasChoice) this.hasChosen = true;
    // A generated schema has no pointer.
    const isCacheable = !gathered.hasChoice && parts.every(({ pointer }) => pointer !== '');
    if (!isCacheable) return summary;
    if (summaries.size >= MAX_SUMMARIES) summaries.clear();
    summaries.set(key, summary);
    return summary;
  }

  make({ gathered, demands, spot: given }: Plan): unknown {
    const { like } = demands;
    const spot = like === undefined ? given : { ...given, named: { ...given.named, name: like } };
    this.#made += 1;
    if (this.#made > MAX_SAMPLE_VALUES || spot.depth > MAX_DEPTH) throw tooManyValues();
    const example = this.#example(demands, spot);
    if (example !== undefined) return example;
    const type = typeFor(demands, spot);
    const hinted = this.#hinted(demands, spot, type);
    if (hinted !== undefined) return hinted;
    if (demands.types?.has('null') && type !== 'object' && type !== 'array' && isSeldom(spot.named)) return null;
    switch (type) {
      case 'string':
        if (demands.content) return this.#jsonText(demands.content, this.#inside(gathered, spot));
        return (
          makeText(
            demands,
            isReference(gathered) || IS_ID.test(demands.description) ? { ...spot, named: asId(spot.named) } : spot,
            this.making.hasPlainNames,
          ) ?? ''
        );
      case 'integer':
      case 'number':
        return makeNumber(demands, spot, type === 'integer' || demands.format === 'unix-time') ?? 0;
      case 'boolean':
        return makeFlag(spot);
      case 'null':
        return null;
      case 'array':
        return makeList(demands, this.#inside(gathered, spot), this);
      default:
        return this.#apart(makeObject(demands, this.#inside(gathered, spot), this), { gathered, demands, spot });
    }
  }

  /** The value of a generator that the document names; undefined for none, and where it was rejected. */
  #hinted(
    { hint, format }: ValueConstraints,
    { level, draw, persona }: GenerationSpot,
    type: TypeName | undefined,
  ): unknown {
    if (!hint || level > 0) return undefined;
    return coerceHint(generateByHint(hint, persona.words(draw), persona.reference), type, format);
  }

  /** A text with a value of these schemas. */
  #jsonText(content: readonly Part[], spot: GenerationSpot): string {
    const value = content.length === 0 ? {} : this.make(this.plan(content, { ...spot, depth: spot.depth + 1 }));
    return stringifyJson(value);
  }

  /** An object that matches too many schemas of a `oneOf` gets null for distinguishing properties. */
  #apart(object: object, { gathered, demands, spot }: Plan): object {
    if (!this.making.corrections.isAmbiguous(spot.pointer)) return object;
    const others = [...gathered.schemas].flatMap(([pointer, { oneOf }]) =>
      (Array.isArray(oneOf) ? oneOf : []).flatMap((value, index) => {
        const part = { value, pointer: childPointer(pointer, 'oneOf', index) };
        return gathered.schemas.has(part.pointer) ? [] : [...mergeConstraints(this.#plainly([part])).properties.keys()];
      }),
    );
    const names = others.filter(
      (name) => !demands.properties.has(name) && demands.allows.every((allows) => allows(name)),
    );
    return { ...Object.fromEntries(names.map((name) => [name, null])), ...object };
  }

  recurs({ gathered, demands, spot: { around } }: Plan): boolean {
    const isAround = ({ schemas }: CollectedSchemas) => [...schemas.keys()].some((pointer) => around.has(pointer));
    return isAround(gathered) || [demands.item, demands.others].some((parts) => isAround(this.#plainly(parts)));
  }

  givenAt(pointer: string): unknown {
    const given = this.making.corrections.isRejected(pointer) ? undefined : this.making.given(pointer);
    if (given !== undefined) this.given.add(pointer);
    return given;
  }

  /** A value fixed by the document; undefined if it is to be generated. */
  #example(demands: ValueConstraints, spot: GenerationSpot): unknown {
    const { pointer, level, index, draw } = spot;
    const given = this.givenAt(pointer);
    if (given !== undefined) return given;
    if (demands.values) {
      // A value from an example of the parent is used, if it is valid.
      const isExampleSpot = level === 0 && index === 0 && spot.example !== undefined;
      const known = demands.values.filter((value) => value !== null);
      const values = known.length > 0 ? known : demands.values;
      const [first] = [...demands.examples, ...demands.defaults].filter((one) => demands.values?.includes(one));
      if (isExampleSpot && values.includes(spot.example)) return spot.example;
      return first !== undefined && level === 0 && index === 0 ? first : draw.pick(values);
    }
    if (level > 0) return undefined;
    const candidates = [...(spot.example === undefined ? [] : [spot.example]), ...demands.examples];
    const examples = candidates.filter((one) => mayBe(one, demands));
    const isWhole = index === 0 || demands.properties.size === 0;
    if (index > 0 && examples.length > 1) return this.#take(draw.pick(examples), pointer);
    // Among several items, only values that cannot be generated repeat.
    if (index > 0 && (!isRecord(examples[0]) || !isWhole) && !Array.isArray(examples[0])) return undefined;
    const [first] = isWhole ? [...examples, ...demands.defaults.filter((one) => mayBe(one, demands))] : [];
    return first === undefined ? undefined : this.#take(first, pointer);
  }

  /** A copied value, with given values for its properties. */
  #take(value: unknown, pointer: string): unknown {
    this.taken.add(pointer);
    if (!isRecord(value)) return value;
    const members = Object.entries(value).map(([name, one]) => {
      const inner = childPointer(pointer, name);
      return [name, this.givenAt(inner) ?? one] as const;
    });
    return Object.fromEntries(members);
  }

  #inside({ schemas }: CollectedSchemas, spot: GenerationSpot): GenerationSpot {
    const names = [...schemas.keys()].flatMap((pointer) => schemaNameAt(pointer) ?? []);
    const holder = holderName(spot.named.name, names) || spot.named.holder;
    return { ...spot, around: new Set([...spot.around, ...schemas.keys()]), named: { ...spot.named, holder } };
  }

  /** Chooses an alternative that is not null and not recursive, if there is one; another one after each rejection. */
  #chooseAt({ draw, level, around }: GenerationSpot): Choose {
    return (alternatives, key) => {
      const { branch } = this.making;
      const any = draw.fork(level === 0 ? key : key.slice(key.lastIndexOf(' ')));
      const start = (branch ?? any.between(0, alternatives.length - 1)) + level;
      const order = alternatives.map((_, index) => (start + index) % alternatives.length);
      const good = order.slice(0, MOST_TRIED).find((index) => {
        const gathered = this.#plainly([alternatives[index] as Part]);
        const isNull = [...gathered.schemas.values()].some(
          ({ type, enum: values }) => type === 'null' || (Array.isArray(values) && values.every((one) => one === null)),
        );
        return !isNull && ![...gathered.schemas.keys()].some((pointer) => around.has(pointer));
      });
      return good ?? start % alternatives.length;
    };
  }

  /** The constraints of a value, with the first alternative of each choice. */
  #plainly(parts: readonly Part[]): CollectedSchemas {
    return collectSchemas(parts, this.making.places, () => 0);
  }
}

/**
 * Whether a value has one of the types, and the format: the most common errors of examples, of which a validator may
 * report only one at a time.
 */
function mayBe(value: unknown, { types, format = '' }: ValueConstraints): boolean {
  const type = Array.isArray(value)
    ? 'array'
    : value === null
      ? 'null'
      : isJsonNumber(value)
        ? 'number'
        : (typeof value as TypeName);
  const isType = !types || types.has(type) || (type === 'number' && types.has('integer') && isInteger(value));
  return isType && (typeof value !== 'string' || findFormat(format)?.text?.(value) !== false);
}

/** Whether a text may replace the object itself: then it is its id. */
function isReference({ schemas, hasChoice }: CollectedSchemas): boolean {
  if (!hasChoice) return false;
  const choices = [...schemas.values()].flatMap(({ anyOf, oneOf }) => [anyOf, oneOf].flat());
  return choices.some((one) => referenceIn(one) !== undefined);
}

/** The beginning of descriptions of ids. */
const IS_ID = /^\W*(the )?(unique )?(id|identifier|uuid)\b/i;

function asId({ name, holder }: GenerationSpot['named']): GenerationSpot['named'] {
  return { name: /id$/i.test(name) ? name : `${name} id`, holder };
}

/** Of several types the first that is not null. */
function typeFor(demands: ValueConstraints, { level, example, named }: GenerationSpot): TypeName | undefined {
  const types = [...(demands.types ?? [])].filter((type) => type !== 'null');
  if (types.length > 0) return types[level > 1 ? level % types.length : 0];
  if (demands.types?.has('null')) return 'null';
  if (demands.properties.size > 0 || demands.required.size > 0 || demands.others.length > 0) return 'object';
  if (demands.item.length > 0 || demands.first.length > 0 || demands.contained.length > 0) return 'array';
  if (Number.isFinite(demands.number.low) || Number.isFinite(demands.number.high) || demands.steps.length > 0)
    return 'number';
  const isText =
    demands.patterns.length > 0 || demands.format !== undefined || demands.length.high < Number.POSITIVE_INFINITY;
  if (isText || demands.length.low > 0 || demands.content) return 'string';
  if (demands.items.low > 0 || demands.isUnique) return 'array';
  return example === undefined && named.name !== '' && demands.size.low === Number.NEGATIVE_INFINITY
    ? 'string'
    : 'object';
}
