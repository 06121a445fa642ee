// Finds breaking changes between two releases of a document. https://protobuf.dev/programming-guides/proto3/#updating

import {
  type EnumPlan,
  type FieldPlan,
  type MessagePlan,
  type PlanProblem,
  type ProtobufPlan,
  withNested,
} from './plan.ts';

/** Names and numbers that were changed or removed, or have another meaning. Positions are those of the new document. */
export function breakingChanges(before: ProtobufPlan, now: ProtobufPlan): PlanProblem[] {
  if (before.package !== now.package) {
    const message = `the package changed from ${before.package} to ${now.package}, which renames all types and procedures`;
    return [{ pointer: '/x-protobuf/package', message }];
  }
  const messages = byFullName(messagesOf(now));
  // Its messages are removed with it.
  const gone = before.rpcs.filter(({ name }) => !now.rpcs.some((rpc) => rpc.name === name));
  const goneTypes = gone.flatMap(({ input, output }) => [input, output]);
  const remaining = messagesOf(before).filter(
    ({ fullName }) => !goneTypes.some((type) => `${fullName}.`.startsWith(`${type}.`)),
  );
  const enums = byFullName(enumsOf(now));
  return [
    ...servicePromises(before, now),
    ...remaining.flatMap((message) => messagePromises(message, messages.get(message.fullName))),
    ...[...before.enums, ...remaining.flatMap((message) => message.enums)].flatMap((one) =>
      enumPromises(one, enums.get(one.fullName)),
    ),
  ];
}

function servicePromises(before: ProtobufPlan, now: ProtobufPlan): PlanProblem[] {
  const names = [now.service, ...now.aliases.map((alias) => alias.replace(`${now.package}.`, ''))];
  const service = names.includes(before.service)
    ? []
    : [`the service changed from ${before.service} to ${now.service}`];
  const aliases = before.aliases
    .filter((alias) => !now.aliases.includes(alias) && alias !== `${now.package}.${now.service}`)
    .map((alias) => `the service lost its alias ${alias}`);
  const rpcs = new Map(now.rpcs.map((rpc) => [rpc.name, rpc]));
  const byOperation = new Map(now.rpcs.map((rpc) => [rpc.operationId, rpc]));
  return [
    ...[...service, ...aliases].map((message) => ({ pointer: '/x-protobuf', message })),
    ...before.rpcs.flatMap(({ name, operationId }) => {
      const same = rpcs.get(name);
      if (same?.operationId === operationId) return [];
      const renamed = byOperation.get(operationId);
      if (renamed)
        return [
          { pointer: `${renamed.pointer}/x-rpc`, message: `the procedure changed from ${name} to ${renamed.name}` },
        ];
      // An operationId may change: clients of protobuf do not see it.
      return same ? [] : [{ pointer: '/paths', message: `procedure ${name} was removed` }];
    }),
  ];
}

function messagePromises(before: MessagePlan, now: MessagePlan | undefined): PlanProblem[] {
  if (!now) return [{ pointer: '/components/schemas', message: `message ${before.fullName} was removed` }];
  const { pointer, name } = now;
  const at = (message: string, place = pointer) => ({ pointer: place, message });
  const aliases = before.aliases.filter((alias) => !now.aliases.includes(alias));
  const released = before.reserved.filter((number) => !now.reserved.includes(number));
  return [
    ...aliases.map((alias) => at(`message ${name} lost its alias ${alias}`)),
    ...released.map((number) => at(`number ${number} of ${name} is no longer reserved`)),
    ...before.fields.flatMap((field) => {
      const same = now.fields.find(({ jsonName }) => jsonName === field.jsonName);
      const other = now.fields.find(({ number }) => number === field.number);
      if (same) return fieldPromises(field, same).map((message) => at(message, same.pointer));
      if (other)
        return [at(`number ${field.number} changed from "${field.jsonName}" to "${other.jsonName}"`, other.pointer)];
      if (now.reserved.includes(field.number)) return [];
      return [at(`"${field.jsonName}" was removed from ${name}; add its number ${field.number} to x-reserved-numbers`)];
    }),
  ];
}

function fieldPromises(before: FieldPlan, now: FieldPlan): string[] {
  const { jsonName, number } = before;
  const moved = number === now.number ? [] : [`the number of "${jsonName}" changed from ${number} to ${now.number}`];
  const [was, is] = [typeText(before), typeText(now)];
  return was === is ? moved : [...moved, `"${jsonName}" changed from ${was} to ${is}`];
}

/** The relevant form of a type, on the wire and in client code. */
function typeText({ cardinality, type, oneof }: FieldPlan): string {
  const name = type.kind === 'scalar' ? type.scalar : type.name;
  const whole =
    cardinality === 'map' ? `map<string, ${name}>` : cardinality === 'single' ? name : `${cardinality} ${name}`;
  return oneof === undefined ? whole : `${whole} in the choice ${oneof}`;
}

function enumPromises(before: EnumPlan, now: EnumPlan | undefined): PlanProblem[] {
  if (!now) return [{ pointer: '/components/schemas', message: `enum ${before.fullName} was removed` }];
  const pointer = `${now.pointer}/x-enum-numbers`;
  return before.values.flatMap(({ name, number }) => {
    const same = now.values.find((value) => value.name === name);
    if (same?.number === number) return [];
    if (same) return [{ pointer, message: `the number of ${name} changed from ${number} to ${same.number}` }];
    const other = now.values.find((value) => value.number === number);
    const message = other ? `number ${number} changed from ${name} to ${other.name}` : `value ${name} was removed`;
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
