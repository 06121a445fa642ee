// Invalid input, with the texts of the reference implementation's validator (protoc-gen-validate).

import { ApiError, type Finding, invalidInput, isUnreadable, type Operation, type Schema } from '../index.ts';
import type { IdentityCaller } from './authenticate.ts';
import { limitExceeded } from './error-catalogue.ts';
import { ANYBODY } from './error-language.ts';

/**
 * The message has only the first violation, by message and field name; the details have all. Unreadable input has
 * plain texts: those of the reference implementation vary.
 */
export function rejectInput(
  operation: Operation,
  findings: readonly [Finding, ...Finding[]],
  caller: IdentityCaller | undefined,
): ApiError {
  if (findings.some(isUnreadable)) return invalidInput(findings);
  const bounds = findings.filter(({ pointer }) => pointer !== '/query/limit');
  const [first] = bounds;
  if (!first) return limitExceeded(caller?.reader ?? ANYBODY);
  // An element without any member breaks `required` of each choice before it breaks the choice itself.
  const choice = bounds.find(({ keyword, pointer }) => keyword === 'oneOf' && pointer === holderOf(first));
  return new ApiError('invalid_argument', violation(operation, choice ?? first), { findings });
}

/** The object that lacks a property; for other findings, their pointer. */
function holderOf({ keyword, pointer }: Finding): string {
  return keyword === 'required' ? pointer.slice(0, pointer.lastIndexOf('/')) : pointer;
}

function violation(operation: Operation, { part, pointer, keyword }: Finding): string {
  const { requestSchema, parameters, references } = operation;
  const message = references.resolveValue(requestSchema?.value) ?? {};
  const steps = pointer.split('/').slice(1);
  if (part !== 'path') return inMessage(message, steps, keyword, references);
  // In the reference implementation, path values are fields of the request message.
  const [name = ''] = steps;
  const schema = references.resolveValue(parameters.find((parameter) => parameter.name === name)?.schema?.value);
  const title = message.title ?? `${operation.definition['x-rpc']}Request`;
  return `invalid ${title}.${goName(name)}: ${rule(schema ?? {})}`;
}

/** `invalid A.B: embedded message failed validation | caused by: invalid B.C: …`, down to the field. */
function inMessage(
  message: Schema,
  [name = '', ...steps]: readonly string[],
  keyword: string,
  references: Operation['references'],
): string {
  if (name === '' && keyword === 'oneOf') return `invalid ${message.title}.Query: value is required`;
  const field = references.resolveValue(message.properties?.[name]) ?? {};
  const index = field.items ? steps[0] : undefined;
  const inner = references.resolveValue(field.items) ?? field;
  const at = `invalid ${message.title}.${goName(name)}${index === undefined ? '' : `[${index}]`}`;
  if (keyword === 'maxItems') return `${at}: value must contain no more than ${field.maxItems} item(s)`;
  if (!inner.properties) return `${at}: ${rule(inner)}`;
  const below = inMessage(inner, steps.slice(index === undefined ? 0 : 1), keyword, references);
  return `${at}: embedded message failed validation | caused by: ${below}`;
}

function rule({ minLength, maxLength, enum: values }: Schema): string {
  if (values) return 'value must be one of the defined enum values';
  if (minLength !== undefined) return `value length must be between ${minLength} and ${maxLength} runes, inclusive`;
  return maxLength === undefined ? 'value is not allowed' : `value length must be at most ${maxLength} runes`;
}

/** `projectId` as Go writes it: `ProjectId`. */
function goName(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
