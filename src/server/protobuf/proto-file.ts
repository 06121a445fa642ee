// Divides a plan into protobuf files.

import { ERROR_DETAILS } from './google-rpc.ts';
import { snakeCase, splitName } from './names.ts';
import { type EnumPlan, type MessagePlan, type ProtobufPlan, type RpcPlan, withNested } from './plan.ts';

/** One `.proto` file. */
export interface ProtoFile {
  /** Its path as others import it, such as `shop/v1/shop_service.proto`. */
  readonly path: string;
  readonly package: string;
  /** The paths of the files that it uses, sorted. */
  readonly imports: readonly string[];
  readonly messages: readonly MessagePlan[];
  readonly enums: readonly EnumPlan[];
  /** The service with its procedures, if there is one. */
  readonly service:
    | { readonly name: string; readonly rpcs: readonly RpcPlan[]; readonly description: string | undefined }
    | undefined;
}

/** The file of the package of a document. */
export function mainFile({ package: own, service, rpcs, messages, enums, description }: ProtobufPlan): ProtoFile {
  return {
    path: pathIn(own, service),
    package: own,
    imports: importsOf(messages, []),
    messages,
    enums,
    service: { name: service, rpcs, description },
  };
}

/** The files of further names: one for each package that has some. */
export function aliasFiles(plan: ProtobufPlan): readonly ProtoFile[] {
  const own = pathIn(plan.package, plan.service);
  const services = plan.aliases.map((fullName) => ({ ...splitName(fullName), message: undefined }));
  const copies = plan.messages
    .flatMap(withNested)
    .flatMap((message) =>
      message.aliases.map((fullName) => ({ ...splitName(fullName), message: renamed(message, fullName) })),
    );
  const all = [...services, ...copies];
  return [...new Set(all.map(({ scope }) => scope))].flatMap((scope) =>
    // A file has one service at most.
    groupsOf(all.filter((entry) => entry.scope === scope)).map((group) => {
      const service = group.find(({ message }) => !message);
      const messages = group.flatMap(({ message }) => message ?? []);
      return {
        path: pathIn(scope, group[0]?.name ?? ''),
        package: scope,
        imports: importsOf(messages, service || usesOwn(messages, plan.package) ? [own] : []),
        messages,
        enums: [],
        service: service && { name: service.name, rpcs: plan.rpcs, description: plan.description },
      };
    }),
  );
}

/** The file of google.rpc with error details. */
export const ERROR_DETAILS_FILE: ProtoFile = {
  path: 'google/rpc/error_details.proto',
  package: 'google.rpc',
  imports: ['google/protobuf/duration.proto'],
  messages: ERROR_DETAILS,
  enums: [],
  service: undefined,
};

interface Alias {
  readonly name: string;
  readonly message: MessagePlan | undefined;
}

/** The first service together with the messages; each further service by itself. */
function groupsOf<T extends Alias>(entries: readonly T[]): readonly (readonly T[])[] {
  const [first, ...others] = entries.filter(({ message }) => !message);
  const messages = entries.filter(({ message }) => message);
  return [first ? [first, ...messages] : messages, ...others.map((other) => [other])];
}

/** A copy of a message with another full name, and its nested types. */
function renamed(message: MessagePlan, fullName: string): MessagePlan {
  const { name } = splitName(fullName);
  const inside = (nested: { readonly fullName: string }) =>
    `${fullName}${nested.fullName.slice(message.fullName.length)}`;
  const moved = new Map(
    withNested(message).flatMap((one) =>
      [one, ...one.enums].map((nested) => [nested.fullName, inside(nested)] as const),
    ),
  );
  const copy = (one: MessagePlan): MessagePlan => ({
    ...one,
    fullName: inside(one),
    aliases: [],
    fields: one.fields.map(({ type, ...field }) => ({
      ...field,
      type: type.kind === 'scalar' ? type : { ...type, name: moved.get(type.name) ?? type.name },
    })),
    messages: one.messages.map(copy),
    enums: one.enums.map((nested) => ({ ...nested, fullName: inside(nested) })),
  });
  return { ...copy(message), name };
}

function usesOwn(messages: readonly MessagePlan[], own: string): boolean {
  return typeNames(messages).some((name) => name.startsWith(`${own}.`));
}

function importsOf(messages: readonly MessagePlan[], others: readonly string[]): readonly string[] {
  const wellKnown = typeNames(messages).flatMap((name) => wellKnownFile(name) ?? []);
  return [...new Set([...others, ...wellKnown])].sort();
}

function typeNames(messages: readonly MessagePlan[]): string[] {
  const fields = messages.flatMap(withNested).flatMap((message) => message.fields);
  return fields.flatMap(({ type }) => (type.kind === 'scalar' ? [] : type.name));
}

/** The file of a well-known type: some share one. */
function wellKnownFile(fullName: string): string | undefined {
  const { scope, name } = splitName(fullName);
  if (scope !== 'google.protobuf') return undefined;
  const shared = /^(Struct|Value|ListValue)$/.test(name) ? 'struct' : name.endsWith('Value') ? 'wrappers' : undefined;
  return `google/protobuf/${shared ?? snakeCase(name)}.proto`;
}

/** Folders follow the package, as buf wants it. */
function pathIn(scope: string, name: string): string {
  return `${scope.replaceAll('.', '/')}/${snakeCase(name)}.proto`;
}
