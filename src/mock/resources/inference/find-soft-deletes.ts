// Finds resources whose items are deleted softly: a property shows it, and an operation or a parameter uses it.

import { ANNOTATIONS_KEY, parseAnnotations } from '../../../openapi/annotations.ts';
import { normalizeName } from '../../../openapi/name-words.ts';
import type { Schema } from '../../../openapi/objects.ts';
import type { Part, References } from '../../../openapi/references.ts';
import { getSchemaShape } from '../../../openapi/schema/schema-shape.ts';
import { isRecord } from '../../../schema/is-record.ts';
import { type ItemProperty, listAllProperties, mayBeNull } from '../item-properties.ts';
import { findListInputs } from '../list/list-input.ts';
import type { SoftDelete, SoftDeleteMark } from '../resource.ts';
import {
  canEnter,
  findHiddenState,
  findRevertingWord,
  type HiddenState,
  isHiddenPath,
  readActionName,
  readParameterName,
  readPropertyName,
} from './deleted-words.ts';
import type { PathGroup } from './path-group.ts';
import type { PathNode } from './path-tree.ts';

/** The states in which items of a path group are hidden; mostly none. */
export function findSoftDeletes(group: PathGroup, references: References): readonly SoftDelete[] {
  const annotated =
    group.annotations.softDelete ??
    parseAnnotations(getSchemaShape(group.schema, references)?.keywordValue(ANNOTATIONS_KEY)).softDelete;
  if (annotated === false || group.isSingleton) return [];
  const marks = findMarks(group.schema, references);
  if (annotated !== undefined)
    return softDeletesOf(
      marks.filter(({ name }) => name === annotated),
      group,
    );
  if (marks.length === 0) return [];
  const known = new Set(marks.map(({ state }) => state));
  const evidence = new Set<HiddenState | 'any'>([...revertedStates(group), ...selectedStates(group)]);
  // `restore` reverts any state; `include_deleted` means archived items where there are no others.
  const isUsed = (state: HiddenState) =>
    evidence.has(state) ||
    (evidence.size > 0 && (evidence.has('any') ? !known.has('deleted') || state === 'deleted' : known.size === 1));
  return softDeletesOf(
    marks.filter(({ state }) => isUsed(state)),
    group,
  );
}

function softDeletesOf(marks: readonly StateMark[], group: PathGroup): readonly SoftDelete[] {
  const entered = new Set(
    actionNames(group).flatMap((name) => {
      const action = readActionName(name);
      return action?.isSet ? action.state : [];
    }),
  );
  return [...new Set(marks.map(({ state }) => state))].map((state) => ({
    state,
    marks: marks.filter((mark) => mark.state === state),
    hasAction: entered.has(state),
  }));
}

type StateMark = SoftDeleteMark & { readonly state: HiddenState };

/** The properties that show a state: flags and times, else the choice of a state such as `status`. */
function findMarks(schema: Part<Schema> | undefined, references: References): readonly StateMark[] {
  const properties = listAllProperties(schema, references);
  const shape = getSchemaShape(schema, references);
  const marks = properties.flatMap(
    (property) => markOf(property, shape?.properties.get(property.name), references) ?? [],
  );
  return marks.length > 0 ? marks : properties.flatMap((property) => choiceOf(property) ?? []);
}

function markOf(property: ItemProperty, part: Part<Schema> | undefined, references: References): StateMark | undefined {
  const { name, required, readOnly } = property;
  const named = readPropertyName(name);
  const shape = getSchemaShape(part, references);
  if (!named || !shape || shape.types.size !== 1) return undefined;
  const [type = ''] = shape.types;
  const format = shape.keywordValue('format');
  const isNullable = mayBeNull(property) || hasNullAlternative(part, references);
  const absent = isNullable ? null : undefined;
  if (type === 'boolean') return { ...named, ...{ name, kind: 'flag', property, cleared: false } };
  const isTime = named.isTime || format === 'date-time' || format === 'date';
  const isNumber = type === 'integer' || type === 'number';
  if (!isTime || !(type === 'string' || isNumber)) return undefined;
  // A time that every item has is another one.
  if (!isNullable && !readOnly && required && !isNumber) return undefined;
  const typed = { ...property, type, format: typeof format === 'string' ? format : undefined };
  return { ...named, name, kind: 'time', property: typed, cleared: isNumber && required && !isNullable ? 0 : absent };
}

function choiceOf({ name, schema, ...property }: ItemProperty): StateMark | undefined {
  const choices = Array.isArray(schema.enum) ? schema.enum.filter((choice) => typeof choice === 'string') : [];
  if (!/(state|status|lifecycle)$/.test(normalizeName(name))) return undefined;
  const chosen = choices.find((choice) => findHiddenState(choice) !== undefined);
  const state = chosen === undefined ? undefined : findHiddenState(chosen);
  const cleared =
    choices.find((choice) => normalizeName(choice) === 'active') ?? choices.find((choice) => choice !== chosen);
  if (!state) return undefined;
  return { state, name, kind: 'choice', property: { ...property, name, schema }, chosen, cleared };
}

function hasNullAlternative(part: Part<Schema> | undefined, references: References): boolean {
  const value = part && references.resolve(part)?.value;
  const alternatives = value ? [value.anyOf, value.oneOf].flat() : [];
  return alternatives.some((one) => isRecord(one) && one.type === 'null');
}

/** The states that actions on an item revert. */
function revertedStates(group: PathGroup): readonly (HiddenState | 'any')[] {
  return actionNames(group).flatMap((name) => {
    const action = readActionName(name);
    return action && !action.isSet ? [action.state] : [];
  });
}

/** The actions on an item: `restore`, and `unarchive` for DELETE at `…/archive`. */
function actionNames({ item }: PathGroup): readonly string[] {
  const below = (node: PathNode): readonly PathNode[] =>
    [...node.children.values()].flatMap((child) => [child, ...(child.operations.size === 0 ? below(child) : [])]);
  const post = item?.operations.get('POST')?.operation;
  const named = post && findRevertingWord([post.id, post.part.value.summary]);
  const actions = (item ? below(item) : []).flatMap(({ segment = '', operations }) => [
    ...(canEnter(operations) ? [segment] : []),
    ...(operations.has('DELETE') && canEnter(operations) ? [`un${segment}`] : []),
  ]);
  return named === undefined ? actions : [named, ...actions];
}

const SELECTING = /^(with|only|include|all|any|both|without|exclude)$/i;

/** The states that parameters and paths of lists and items select: `include_deleted`, `/users/deleted`. */
function selectedStates({ collection, item }: PathGroup): readonly HiddenState[] {
  const paths = [collection, item].flatMap((node) => [...(node?.children.values() ?? [])]);
  const named = paths.flatMap((node) => (isHiddenPath(node) ? (findHiddenState(node.segment ?? '') ?? []) : []));
  const reads = [collection, item].flatMap((node) => node?.operations.get('GET')?.operation ?? []);
  const selected = reads.flatMap((operation) =>
    findListInputs(operation, false).flatMap(({ normalName, prefix, schema }) => {
      const named = readParameterName(normalName) ?? readParameterName(prefix + normalName);
      if (!named || named.selects === 'exclude') return [];
      if (named.selects !== 'exact') return [named.state];
      // A filter alone, such as `archived`, may have no other meaning.
      const shape = getSchemaShape(schema, operation.references);
      const choices = [shape?.keywordValue('enum')].flat();
      const isSelection =
        String(shape?.keywordValue('default')) === 'false' || choices.some((one) => SELECTING.test(String(one)));
      return isSelection ? [named.state] : [];
    }),
  );
  return [...named, ...selected];
}
