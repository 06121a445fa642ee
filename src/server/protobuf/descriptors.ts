// Descriptors of protobuf-es for the files of a plan.

import { create, createFileRegistry, type DescFile, type FileRegistry } from '@bufbuild/protobuf';
import {
  type DescriptorProto,
  DescriptorProtoSchema,
  type EnumDescriptorProto,
  EnumDescriptorProtoSchema,
  type FieldDescriptorProto,
  FieldDescriptorProtoSchema,
  type FileDescriptorProto,
  FileDescriptorProtoSchema,
  FileDescriptorSetSchema,
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
  FieldDescriptorProto_Label as Label,
  FieldDescriptorProto_Type as Type,
} from '@bufbuild/protobuf/wkt';
import type { EnumPlan, FieldPlan, MessagePlan, ProtobufPlan } from './plan.ts';
import { aliasFiles, ERROR_DETAILS_FILE, mainFile, type ProtoFile } from './proto-file.ts';
import { entryName } from './scopes.ts';

const WELL_KNOWN: readonly DescFile[] = [
  file_google_protobuf_any,
  file_google_protobuf_duration,
  file_google_protobuf_empty,
  file_google_protobuf_field_mask,
  file_google_protobuf_struct,
  file_google_protobuf_timestamp,
  file_google_protobuf_wrappers,
];

const SCALARS = {
  string: Type.STRING,
  bool: Type.BOOL,
  bytes: Type.BYTES,
  double: Type.DOUBLE,
  float: Type.FLOAT,
  int32: Type.INT32,
  int64: Type.INT64,
  uint32: Type.UINT32,
  uint64: Type.UINT64,
} as const;

/** All files of a plan with their imports, in order of dependency. */
export function createDescriptors(plan: ProtobufPlan): FileRegistry {
  const own = [ERROR_DETAILS_FILE, mainFile(plan), ...aliasFiles(plan)].map(fileProto);
  const file = [...WELL_KNOWN.map(({ proto }) => proto), ...own];
  return createFileRegistry(create(FileDescriptorSetSchema, { file }));
}

/** A file as protobuf compilers describe it. */
function fileProto({ path, package: scope, imports, messages, enums, service }: ProtoFile): FileDescriptorProto {
  const method = service?.rpcs.map(({ name, input, output }) => ({
    name,
    inputType: `.${input}`,
    outputType: `.${output}`,
  }));
  return create(FileDescriptorProtoSchema, {
    name: path,
    package: scope,
    dependency: [...imports],
    messageType: messages.map(messageProto),
    enumType: enums.map(enumProto),
    service: service && method ? [{ name: service.name, method }] : [],
    syntax: 'proto3',
  });
}

function messageProto({ name, fullName, fields, oneofs, reserved, messages, enums }: MessagePlan): DescriptorProto {
  const optional = fields.filter(({ cardinality }) => cardinality === 'optional');
  const maps = fields.filter(({ cardinality }) => cardinality === 'map');
  // An optional field has a synthetic oneof, after the real ones.
  const choices = [...oneofs, ...optional.map((field) => `_${field.name}`)];
  return create(DescriptorProtoSchema, {
    name,
    field: fields.map((field) => fieldProto(field, fullName, choices)),
    nestedType: [...messages.map(messageProto), ...maps.map(entryProto)],
    enumType: enums.map(enumProto),
    oneofDecl: choices.map((choice) => ({ name: choice })),
    reservedRange: reserved.map((number) => ({ start: number, end: number + 1 })),
  });
}

function fieldProto(field: FieldPlan, message: string, choices: readonly string[]): FieldDescriptorProto {
  const { name, number, jsonName, cardinality, oneof } = field;
  const choice = oneof ?? (cardinality === 'optional' ? `_${name}` : undefined);
  const type =
    cardinality === 'map' ? { type: Type.MESSAGE, typeName: `.${message}.${entryName(name)}` } : typeProto(field);
  return create(FieldDescriptorProtoSchema, {
    name,
    number,
    label: cardinality === 'repeated' || cardinality === 'map' ? Label.REPEATED : Label.OPTIONAL,
    ...type,
    jsonName,
    ...(choice === undefined ? {} : { oneofIndex: choices.indexOf(choice) }),
    ...(cardinality === 'optional' ? { proto3Optional: true } : {}),
  });
}

function typeProto({ type }: FieldPlan): { readonly type: Type; readonly typeName?: string } {
  if (type.kind === 'scalar') return { type: SCALARS[type.scalar] };
  return { type: type.kind === 'enum' ? Type.ENUM : Type.MESSAGE, typeName: `.${type.name}` };
}

function entryProto(field: FieldPlan): DescriptorProto {
  const part = (name: string, number: number) => ({ name, number, label: Label.OPTIONAL, jsonName: name });
  return create(DescriptorProtoSchema, {
    name: entryName(field.name),
    field: [
      { ...part('key', 1), type: Type.STRING },
      { ...part('value', 2), ...typeProto(field) },
    ],
    options: { mapEntry: true },
  });
}

function enumProto({ name, values }: EnumPlan): EnumDescriptorProto {
  return create(EnumDescriptorProtoSchema, { name, value: values.map((value) => ({ ...value })) });
}
