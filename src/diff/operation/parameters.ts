// Compares parameters: existence, location, serialisation.

import type { OperationDescription } from '../../openapi/describe-document.ts';
import type { Parameter } from '../../openapi/parse-parameters.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import { groupByKey } from '../group-by-key.ts';
import { goneBy, lifecycleChange, lifecycleOf } from '../lifecycle.ts';
import type { Form } from '../schema/rule-input.ts';
import { isScalar, itemsOfLists } from './list-parameter.ts';
import { type FixedRule, type OperationRuleInput, schemasOf } from './rule-input.ts';

export const PARAMETER_RULES = {
  'parameter-added': {
    title: 'An optional parameter was added.',
    clients: 'harmless',
    servers: 'risky',
  },
  'required-parameter-added': {
    title: 'A required parameter was added.',
    clients: 'breaking',
    servers: 'risky',
  },
  'parameter-removed': { title: 'An optional parameter was removed.', clients: 'risky', servers: 'harmless' },
  'required-parameter-removed': {
    title: 'A required parameter was removed.',
    clients: 'risky',
    servers: 'breaking',
  },
  'parameter-removed-before-sunset': {
    title: 'A deprecated parameter was removed before its sunset date (`x-sunset`).',
    clients: 'breaking',
    servers: 'risky',
  },
  'parameter-removed-after-sunset': {
    title: 'A deprecated parameter was removed on or after its sunset date (`x-sunset`).',
    clients: 'harmless',
    servers: 'risky',
  },
  'parameter-became-required': { title: 'A parameter became required.', clients: 'breaking', servers: 'harmless' },
  'parameter-became-optional': {
    title: 'A parameter became optional.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'parameter-moved': {
    title: 'A parameter moved to another location (`in`).',
    clients: 'breaking',
    servers: 'breaking',
  },
  'parameter-style-changed': {
    title: 'The serialization of a parameter changed (`style`, `explode`, `content`).',
    clients: 'breaking',
    servers: 'breaking',
  },
  'parameter-became-list': {
    title: 'A parameter takes a list; a single value is written as before.',
    clients: 'harmless',
    servers: 'breaking',
  },
  'parameter-became-single': {
    title: 'A parameter takes a single value; a list of one value is written as before.',
    clients: 'breaking',
    servers: 'harmless',
  },
  'parameter-reserved-changed': {
    title: 'The encoding of reserved characters of a parameter changed (`allowReserved`).',
    clients: 'risky',
    servers: 'risky',
  },
  'parameter-empty-forbidden': {
    title: 'A parameter no longer allows an empty value (`allowEmptyValue`).',
    clients: 'breaking',
    servers: 'harmless',
  },
  'parameter-empty-allowed': {
    title: 'A parameter allows an empty value (`allowEmptyValue`).',
    clients: 'harmless',
    servers: 'breaking',
  },
  'path-parameter-renamed': {
    title: 'A path parameter was renamed; its name is not sent.',
    clients: 'harmless',
    servers: 'harmless',
  },
  'parameter-deprecated': { title: 'A parameter was deprecated.', clients: 'harmless', servers: 'harmless' },
  'parameter-not-deprecated': {
    title: 'A parameter is no longer deprecated.',
    clients: 'harmless',
    servers: 'harmless',
  },
  'parameter-sunset-changed': {
    title: 'The sunset date of a deprecated parameter was moved to an earlier day or removed (`x-sunset`).',
    clients: 'risky',
    servers: 'harmless',
  },
} as const satisfies Readonly<Record<string, FixedRule>>;

type Input = OperationRuleInput<keyof typeof PARAMETER_RULES>;

export function compareParameters(between: Input): void {
  const { old, new: now, today, tell } = between;
  const before = byPlace(old);
  const after = byPlace(now);
  const added = new Map([...after].filter(([key]) => !before.has(key)));
  const placesOf = groupByKey(added.keys(), (key) => after.get(key)?.name.toLowerCase());
  for (const [key, one] of before) {
    const same = after.get(key);
    const elsewhere = same ? undefined : placesOf.get(one.name.toLowerCase())?.shift();
    const moved = elsewhere === undefined ? undefined : added.get(elsewhere);
    if (elsewhere !== undefined) added.delete(elsewhere);
    const other = same ?? moved;
    if (moved) {
      const [was, is] = [one, moved].map(({ in: place, name }) => `${place} parameter ${name}`);
      tell('parameter-moved', `${was} moved: now ${is}`, { old: one.part.pointer, new: moved.part.pointer });
    }
    if (other) compareOne(between, one, other);
    else {
      const rule = one.required ? 'required-parameter-removed' : 'parameter-removed';
      const when = goneBy(lifecycleOf(one.part.value), today);
      tell(
        when === undefined || when === 'when-deprecated' ? rule : `parameter-removed-${when}`,
        `${one.in} parameter ${one.name} removed`,
        { old: one.part.pointer, new: now.part.pointer },
      );
    }
  }
  for (const one of added.values()) {
    const rule = one.required ? 'required-parameter-added' : 'parameter-added';
    const kind = one.required ? 'required' : 'optional';
    tell(rule, `${kind} ${one.in} parameter ${one.name} added`, {
      old: old.part.pointer,
      new: one.part.pointer,
    });
  }
}

function compareOne({ tell, values, documents }: Input, old: Parameter, now: Parameter): void {
  const at = { old: old.part.pointer, new: now.part.pointer };
  const called = `${now.in} parameter ${now.name}`;
  const below = (key: string) => ({ old: at.old, new: childPointer(at.new, key) });
  if (now.in === 'path' && old.in === 'path' && now.name !== old.name)
    tell('path-parameter-renamed', `${called} renamed from ${old.name}`, below('name'));
  if (now.required && !old.required) tell('parameter-became-required', `${called} became required`, below('required'));
  if (old.required && !now.required) tell('parameter-became-optional', `${called} became optional`, below('required'));
  const [before, after] = schemaPair(old, now);
  const [one, other] = [documents.old.constraints.of(before), documents.new.constraints.of(after)];
  const [wasSingle, isSingle] = [isScalar(one, documents.old.constraints), isScalar(other, documents.new.constraints)];
  const [single, list] = [itemsOfLists(old, one, now, other, isSingle), itemsOfLists(now, other, old, one, wasSingle)];
  const [was, is] = [writtenAs(old, wasSingle), writtenAs(now, isSingle)];
  if (list) tell('parameter-became-list', `${called} became a list`, at);
  else if (single) tell('parameter-became-single', `${called} became a single value`, at);
  else if (was !== is && old.in === now.in)
    tell('parameter-style-changed', `${called}: serialization changed from ${was} to ${is}`, at);
  if (old.allowReserved !== now.allowReserved)
    tell('parameter-reserved-changed', `${called}: allowReserved changed to ${now.allowReserved === true}`, at);
  if (old.allowEmptyValue && !now.allowEmptyValue)
    tell('parameter-empty-forbidden', `${called}: empty value no longer allowed`, at);
  if (now.allowEmptyValue && !old.allowEmptyValue)
    tell('parameter-empty-allowed', `${called}: empty value allowed`, at);
  const change = lifecycleChange(lifecycleOf(old.part.value), lifecycleOf(now.part.value));
  if (change) tell(`parameter-${change.rule}`, `${called}: ${change.what}`, below('deprecated'));
  const form: Form = old.content || now.content ? 'json' : 'text';
  values('parameter', called, form, single ?? before, list ?? after);
}

function schemaPair(old: Parameter, now: Parameter) {
  const [one, other] = [old, now].map(({ schema, content, part }) => schemasOf(schema ?? content?.schema, part));
  return [one ?? [], other ?? []] as const;
}

/** `explode` has no effect on single values. */
function writtenAs({ style, explode, content }: Parameter, isSingle: boolean): string {
  if (content) return content.type.toLowerCase();
  return isSingle || !explode ? style : `${style}, exploded`;
}

/** Path parameters by position, others by name; headers case-insensitive. */
function byPlace({ parameters, path }: OperationDescription): ReadonlyMap<string, Parameter> {
  const inPath = [...path.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name);
  return new Map(
    parameters.map((one) => {
      const place = one.in === 'path' ? inPath.indexOf(one.name) : -1;
      const name = one.in === 'header' ? one.name.toLowerCase() : one.name;
      return [place >= 0 ? `path ${place}` : `${one.in} ${name}${one.isWholeQuery ? ' whole' : ''}`, one];
    }),
  );
}
