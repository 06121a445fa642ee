// What a new release of a document takes away from clients of the one before it.
// https://protobuf.dev/programming-guides/proto3/#updating

import {
  type EnumPlan,
  type FieldPlan,
  type MessagePlan,
  type PlanProblem,
  type ProtobufPlan,
  withNested,
} from './plan.ts';

/** Names and numbers that changed, are gone, or mean something else. Places are those in the new document. */
export function breakingChanges(before: ProtobufPlan, now: ProtobufPlan): PlanProblem[] {
  if (before.package !== now.package) {
    const message = `the package was ${before.package}, and is ${now.package}: all types and procedures have other names`;
    return [{ pointer: '/x-protobuf/package', message }];
  }
  const messages = byFullName(messagesOf(now));
  // What a procedure took and gave goes with it.
  const gone = before.rpcs.filter(({ name }) => !now.rpcs.some((rpc) => rpc.name === name));
  const goneTypes = gone.flatMap(({ input, output }) => [input, output]);
  const kept = messagesOf(before).filter(
    ({ fullName }) => !goneTypes.some((type) => `${fullName}.`.startsWith(`${type}.`)),
  );
  const enums = byFullName(enumsOf(now));
  return [
    ...servicePromises(before, now),
    ...kept.flatMap((message) => messagePromises(message, messages.get(message.fullName))),
    ...[...before.enums, ...kept.flatMap((message) => message.enums)].flatMap((one) =>
      enumPromises(one, enums.get(one.fullName)),
    ),
  ];
}

function servicePromises(before: ProtobufPlan, now: ProtobufPlan): PlanProblem[] {
  const names = [now.service, ...now.aliases.map((alias) => alias.replace(`${now.package}.`, ''))];
  const service = names.includes(before.service) ? [] : [`the service was ${before.service}, and is ${now.service}`];
  const aliases = before.aliases
    .filter((alias) => !now.aliases.includes(alias) && alias !== `${now.package}.${now.service}`)
    .map((alias) => `the service was ${alias} as well`);
  const rpcs = new Map(now.rpcs.map((rpc) => [rpc.name, rpc]));
  const byOperation = new Map(now.rpcs.map((rpc) => [rpc.operationId, rpc]));
  return [
    ...[...service, ...aliases].map((message) => ({ pointer: '/x-protobuf', message })),
    ...before.rpcs.flatMap(({ name, operationId }) => {
      const same = rpcs.get(name);
      if (same?.operationId === operationId) return [];
      const renamed = byOperation.get(operationId);
      if (renamed)
        return [{ pointer: `${renamed.pointer}/x-rpc`, message: `the procedure was ${name}, and is ${renamed.name}` }];
      // An operationId may change: clients of protobuf do not see it.
      return same ? [] : [{ pointer: '/paths', message: `the procedure ${name} is gone` }];
    }),
  ];
}

function messagePromises(before: MessagePlan, now: MessagePlan | undefined): PlanProblem[] {
  if (!now) return [{ pointer: '/components/schemas', message: `the message ${before.fullName} is gone` }];
  const { pointer, name } = now;
  const at = (message: string, place = pointer) => ({ pointer: place, message });
  const aliases = before.aliases.filter((alias) => !now.aliases.includes(alias));
  const released = before.reserved.filter((number) => !now.reserved.includes(number));
  return [
    ...aliases.map((alias) => at(`the message ${name} was ${alias} as well`)),
    ...released.map((number) => at(`the number ${number} of ${name} was reserved, and is no more`)),
    ...before.fields.flatMap((field) => {
      const same = now.fields.find(({ jsonName }) => jsonName === field.jsonName);
      const other = now.fields.find(({ number }) => number === field.number);
      if (same) return fieldPromises(field, same).map((message) => at(message, same.pointer));
      if (other)
        return [
          at(
            `the number ${field.number} was that of "${field.jsonName}", and is that of "${other.jsonName}"`,
            other.pointer,
          ),
        ];
      if (now.reserved.includes(field.number)) return [];
      return [at(`"${field.jsonName}" is gone from ${name}: put its number ${field.number} into x-reserved-numbers`)];
    }),
  ];
}

function fieldPromises(before: FieldPlan, now: FieldPlan): string[] {
  const { jsonName, number } = before;
  const moved = number === now.number ? [] : [`the number of "${jsonName}" was ${number}, and is ${now.number}`];
  const [was, is] = [typeText(before), typeText(now)];
  return was === is ? moved : [...moved, `"${jsonName}" was ${was}, and is ${is}`];
}

/** What matters of a type on the wire and in the code of clients. */
function typeText({ cardinality, type, oneof }: FieldPlan): string {
  const name = type.kind === 'scalar' ? type.scalar : type.name;
  const whole =
    cardinality === 'map' ? `map<string, ${name}>` : cardinality === 'single' ? name : `${cardinality} ${name}`;
  return oneof === undefined ? whole : `${whole} in the choice ${oneof}`;
}

function enumPromises(before: EnumPlan, now: EnumPlan | undefined): PlanProblem[] {
  if (!now) return [{ pointer: '/components/schemas', message: `the enum ${before.fullName} is gone` }];
  const pointer = `${now.pointer}/x-enum-numbers`;
  return before.values.flatMap(({ name, number }) => {
    const same = now.values.find((value) => value.name === name);
    if (same?.number === number) return [];
    if (same) return [{ pointer, message: `the number of ${name} was ${number}, and is ${same.number}` }];
    const other = now.values.find((value) => value.number === number);
    const message = other
      ? `the number ${number} was that of ${name}, and is that of ${other.name}`
      : `the value ${name} is gone`;
    return [{ pointer, message }];
  });
}

function messagesOf({ messages }: ProtobufPlan): readonly MessagePlan[] {
  return messages.flatMap(withNested);
}

function enumsOf(plan: ProtobufPlan): readonly EnumPlan[] {
  return [...plan.enums, ...messagesOf(plan).flatMap(({ enums }) => enums)];
}

function byFullName<T extends { readonly fullName: string }>(types: readonly T[]): ReadonlyMap<string, T> {
  return new Map(types.map((type) => [type.fullName, type]));
}
