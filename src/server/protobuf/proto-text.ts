// Prints a file of a plan in `.proto` syntax (https://protobuf.dev/reference/protobuf/proto3-spec/).

import {
  enumExceptions,
  messageExceptions,
  packageExceptions,
  rpcExceptions,
  serviceExceptions,
  valueExceptions,
} from './lint-exceptions.ts';
import { defaultJsonName, joinName } from './names.ts';
import type { EnumPlan, FieldPlan, MessagePlan, RpcPlan, ValueType } from './plan.ts';
import { withNested } from './plan.ts';
import type { ProtoFile } from './proto-file.ts';

/** The text of a file. `headline`: its first comment. */
export function protoText(file: ProtoFile, headline: string): string {
  const { package: own, imports, messages, enums, service } = file;
  const refer = typeReferences(file);
  const lines = [
    ...comment(headline),
    '',
    'syntax = "proto3";',
    '',
    ...exceptions(packageExceptions(own)),
    `package ${own};`,
    ...(imports.length > 0 ? ['', ...imports.map((path) => `import "${path}";`)] : []),
    ...(service ? ['', ...serviceLines(service, own, refer)] : []),
    ...messages.flatMap((message) => ['', ...messageLines(message, refer)]),
    ...enums.flatMap((one) => ['', ...enumLines(one)]),
  ];
  return `${lines.join('\n')}\n`;
}

function serviceLines(
  { name, rpcs, description }: NonNullable<ProtoFile['service']>,
  own: string,
  refer: Refer,
): string[] {
  const head = [...comment(description), ...exceptions(serviceExceptions(name))];
  return [
    ...head,
    ...block(
      `service ${name}`,
      rpcs.map((rpc) => rpcLines(rpc, own, refer)),
    ),
  ];
}

function rpcLines({ name, input, output, description }: RpcPlan, own: string, refer: Refer): string[] {
  const line = `rpc ${name}(${refer(input, own)}) returns (${refer(output, own)});`;
  return [...comment(description), ...exceptions(rpcExceptions(name)), line];
}

function messageLines(message: MessagePlan, refer: Refer): string[] {
  const { name, fields, reserved, messages, enums, description } = message;
  const chosen = (oneof: string) => fields.filter((field) => field.oneof === oneof);
  const parts = [
    ...(reserved.length > 0 ? [[`reserved ${reserved.join(', ')};`]] : []),
    ...enums.map(enumLines),
    ...messages.map((nested) => messageLines(nested, refer)),
    ...fields.flatMap((field) => {
      if (field.oneof === undefined) return [fieldLines(field, message, refer)];
      // A oneof is printed at its first field.
      const members = chosen(field.oneof);
      if (members[0] !== field) return [];
      return [
        block(
          `oneof ${field.oneof}`,
          members.map((member) => fieldLines(member, message, refer)),
        ),
      ];
    }),
  ];
  return [...comment(description), ...exceptions(messageExceptions(name)), ...block(`message ${name}`, parts)];
}

function fieldLines(field: FieldPlan, { fullName }: MessagePlan, refer: Refer): string[] {
  const { name, number, jsonName, cardinality, type, description } = field;
  const single = typeName(type, fullName, refer);
  const label = cardinality === 'optional' || cardinality === 'repeated' ? `${cardinality} ` : '';
  const written = cardinality === 'map' ? `map<string, ${single}>` : `${label}${single}`;
  const option = jsonName === defaultJsonName(name) ? '' : ` [json_name = ${JSON.stringify(jsonName)}]`;
  return [...comment(description), `${written} ${name} = ${number}${option};`];
}

function typeName(type: ValueType, scope: string, refer: Refer): string {
  return type.kind === 'scalar' ? type.scalar : refer(type.name, scope);
}

function enumLines({ name, values, description }: EnumPlan): string[] {
  const lines = values.map((value) => [
    ...exceptions(valueExceptions(value.name, value.number, name)),
    `${value.name} = ${value.number};`,
  ]);
  return [...comment(description), ...exceptions(enumExceptions(name)), ...block(`enum ${name}`, lines)];
}

/** A block in braces. Parts of several lines are preceded by an empty line. */
function block(head: string, parts: readonly (readonly string[])[]): string[] {
  if (parts.length === 0) return [`${head} {}`];
  const lines = parts.flatMap((part, index) => (index > 0 && part.length > 1 ? ['', ...part] : part));
  return [`${head} {`, ...lines.map((line) => (line === '' ? '' : `  ${line}`)), '}'];
}

function exceptions(rules: readonly string[]): string[] {
  return rules.map((rule) => `// buf:lint:ignore ${rule}`);
}

/** A text of the document as a comment. Characters that end a line, or that no text has, do not get through. */
function comment(text: string | undefined): string[] {
  const lines = (text ?? '')
    .toWellFormed()
    .trim()
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/);
  if (lines.length === 1 && lines[0] === '') return [];
  return lines.map((line) => `// ${line.replace(/\p{Cc}/gu, ' ')}`.trimEnd());
}

/** The name of a type as it is written inside a message, or at the root when that is the package. */
type Refer = (type: string, scope: string) => string;

/**
 * References inside a file. protobuf searches the first part of a name from the innermost scope outwards, and stops at
 * the first match.
 */
function typeReferences({ package: own, messages, enums }: ProtoFile): Refer {
  const all = messages.flatMap(withNested);
  const declared = [...all, ...enums, ...all.flatMap((message: MessagePlan) => message.enums)];
  const symbols = new Set([
    ...declared.map(({ fullName }) => fullName),
    ...prefixesOf(own),
    'google',
    'google.protobuf',
  ]);
  return (type, scope) => {
    const short = type.startsWith(`${own}.`) ? type.slice(own.length + 1) : type;
    const [first = ''] = short.split('.');
    const found = [...prefixesOf(scope).reverse(), ''].find((outer) => symbols.has(joinName(outer, first)));
    return found !== undefined && joinName(found, short) === type ? short : `.${type}`;
  };
}

/** `a.b.c` as `a`, `a.b`, `a.b.c`. */
function prefixesOf(fullName: string): string[] {
  const parts = fullName.split('.');
  return parts.map((_, index) => parts.slice(0, index + 1).join('.'));
}
