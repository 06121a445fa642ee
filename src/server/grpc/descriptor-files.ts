// An index of descriptor files by file name and symbol.

import { createRegistry, type DescFile } from '@bufbuild/protobuf';
import type { DescriptorProto, EnumDescriptorProto, FileDescriptorProto } from '@bufbuild/protobuf/wkt';
import { joinName } from '../protobuf/names.ts';

/** Files, with all that they import. */
export interface DescriptorFiles {
  /** The file with a name, such as `google/protobuf/any.proto`. */
  named(name: string): DescFile | undefined;
  /** The file that declares a service, method, message, field, oneof, enum, enum value or extension. */
  declaring(fullName: string): DescFile | undefined;
  /** Whether a message has this full name. */
  hasMessage(fullName: string): boolean;
}

/** Indexes files with their imports. The first of several with the same name counts. */
export function indexFiles(files: readonly DescFile[]): DescriptorFiles {
  const byName = new Map<string, DescFile>();
  const bySymbol = new Map<string, DescFile>();
  for (const file of files.flatMap((file) => [...withImports(file)])) {
    if (byName.has(file.proto.name)) continue;
    byName.set(file.proto.name, file);
    for (const symbol of symbolsOf(file.proto)) bySymbol.set(symbol, file);
  }
  const types = createRegistry(...byName.values());
  return {
    named: (name) => byName.get(name),
    declaring: (fullName) => bySymbol.get(fullName),
    hasMessage: (fullName) => types.getMessage(fullName) !== undefined,
  };
}

/** A file, then its imports, direct and indirect; each once. */
export function withImports(file: DescFile): Set<DescFile> {
  const found = new Set([file]);
  // Iteration includes entries that are added meanwhile.
  for (const { dependencies } of found) for (const imported of dependencies) found.add(imported);
  return found;
}

/** The full names of all that a file declares. */
function symbolsOf(file: FileDescriptorProto): string[] {
  const scope = file.package;
  return [
    ...file.service
      .flatMap(({ name, method }) => [name, ...method.map((each) => `${name}.${each.name}`)])
      .map(within(scope)),
    ...file.messageType.flatMap((message) => symbolsOfMessage(message, scope)),
    ...file.enumType.flatMap((type) => symbolsOfEnum(type, scope)),
    ...file.extension.map(({ name }) => name).map(within(scope)),
  ];
}

function symbolsOfMessage(message: DescriptorProto, scope: string): string[] {
  const fullName = within(scope)(message.name);
  const members = [...message.field, ...message.oneofDecl, ...message.extension];
  return [
    fullName,
    ...members.map(({ name }) => name).map(within(fullName)),
    ...message.nestedType.flatMap((nested) => symbolsOfMessage(nested, fullName)),
    ...message.enumType.flatMap((type) => symbolsOfEnum(type, fullName)),
  ];
}

/** The values of an enum are declared beside it, not in it. */
function symbolsOfEnum({ name, value }: EnumDescriptorProto, scope: string): string[] {
  return [name, ...value.map((each) => each.name)].map(within(scope));
}

/** Prefixes names with a scope. */
function within(scope: string): (name: string) => string {
  return (name) => joinName(scope, name);
}
