// Checks that names in a protobuf scope are distinct: messages, enums, enum values, fields, oneofs.

import { defaultJsonName, pascalCase, splitName } from './names.ts';
import type { EnumPlan, MessagePlan, ProtobufPlan } from './plan.ts';
import { type Planning, reportProblem } from './planning.ts';

/** A name in a scope, and its kind. */
interface Entry {
  readonly name: string;
  readonly what: string;
  readonly pointer: string;
}

/** Reports names that are there twice. */
export function checkScopes(
  planning: Planning,
  { service, messages, enums, aliases, package: own }: ProtobufPlan,
): void {
  checkScope(planning, [
    { name: service, what: 'service', pointer: '/x-protobuf' },
    ...declared(messages, enums),
    ...further(messages, aliases, own),
  ]);
  checkAliases(planning, messages, aliases);
  for (const message of messages) checkMessage(planning, message);
}

function checkMessage(planning: Planning, message: MessagePlan): void {
  const { fields, oneofs, messages, enums, pointer } = message;
  // Fields of one name were reported where they are made.
  const names = new Map(
    fields.map((field) => [field.name, { name: field.name, what: 'field', pointer: field.pointer }]),
  );
  checkScope(planning, [
    ...names.values(),
    ...oneofs.map((name) => ({ name, what: 'choice', pointer })),
    ...fields
      .filter(({ cardinality }) => cardinality === 'map')
      .map((field) => ({ name: entryName(field.name), what: 'entry of a map', pointer: field.pointer })),
    ...declared(messages, enums),
  ]);
  checkJsonNames(planning, message);
  for (const nested of messages) checkMessage(planning, nested);
}

/** The name of the message that protobuf makes of an entry of a map. */
export function entryName(field: string): string {
  return `${pascalCase(field)}Entry`;
}

function declared(messages: readonly MessagePlan[], enums: readonly EnumPlan[]): Entry[] {
  return [
    ...messages.map(({ name, pointer }) => ({ name, what: 'message', pointer })),
    ...enums.flatMap(({ name, values, pointer }) => [
      { name, what: 'enum', pointer },
      ...values.map((value) => ({ name: value.name, what: `value of the enum ${name}`, pointer })),
    ]),
  ];
}

/** Further names that are in the package itself. */
function further(messages: readonly MessagePlan[], aliases: readonly string[], own: string): Entry[] {
  const inPackage = (fullName: string) => (splitName(fullName).scope === own ? [splitName(fullName).name] : []);
  return [
    ...aliases.flatMap(inPackage).map((name) => ({ name, what: 'alias', pointer: '/x-protobuf/aliases' })),
    ...messages.flatMap((one) =>
      one.aliases.flatMap(inPackage).map((name) => ({ name, what: 'alias', pointer: one.pointer })),
    ),
  ];
}

/** No full name may be an alias of two, whatever its package. */
function checkAliases(planning: Planning, messages: readonly MessagePlan[], aliases: readonly string[]): void {
  checkScope(planning, [
    ...aliases.map((name) => ({ name, what: 'alias of the service', pointer: '/x-protobuf/aliases' })),
    ...messages.flatMap((one) =>
      one.aliases.map((name) => ({ name, what: `alias of ${one.name}`, pointer: one.pointer })),
    ),
  ]);
}

function checkScope(planning: Planning, entries: readonly Entry[]): void {
  const seen = new Map<string, Entry>();
  for (const entry of entries) {
    const before = seen.get(entry.name);
    if (before) {
      const both =
        before.what === entry.what ? `of two ${entry.what}s` : `of ${one(before.what)} and of ${one(entry.what)}`;
      const where = before.pointer === entry.pointer ? '' : `; the other is ${before.pointer}`;
      reportProblem(planning, entry.pointer, `"${entry.name}" is the name ${both} in the same protobuf scope${where}`);
    }
    seen.set(entry.name, entry);
  }
}

function one(what: string): string {
  return `${/^[aeiou]/.test(what) ? 'an' : 'a'} ${what}`;
}

/** JSON names of fields must be distinct, also from default ones. */
function checkJsonNames(planning: Planning, { fields }: MessagePlan): void {
  for (const { jsonName, name, pointer } of fields) {
    const other = fields.find((one) => one.name !== name && [name, defaultJsonName(name)].includes(one.jsonName));
    if (other)
      reportProblem(
        planning,
        pointer,
        `"${jsonName}" becomes "${name}" in protobuf, the same field as "${other.jsonName}"`,
      );
  }
}
