// Descriptor files: the first one wins if several have the same name.

import { create, createFileRegistry, type DescFile } from '@bufbuild/protobuf';
import { FileDescriptorProtoSchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { indexFiles, withImports } from '../../../src/server/grpc/descriptor-files.ts';

/** A file with one message. */
function fileOf(name: string, message: string, imports: readonly DescFile[] = []): DescFile {
  const proto = create(FileDescriptorProtoSchema, {
    name,
    syntax: 'proto3',
    messageType: [{ name: message }],
    dependency: imports.map((each) => each.proto.name),
  });
  const registry = createFileRegistry(proto, (path) => imports.find((each) => each.proto.name === path));
  return registry.getFile(name) as DescFile;
}

test('of two files with the same name the first is used, and nothing of the other', () => {
  const first = fileOf('a.proto', 'A');
  const files = indexFiles([first, fileOf('a.proto', 'B')]);
  expect(files.named('a.proto')).toBe(first);
  expect(files.declaring('A')).toBe(first);
  expect(files.declaring('B')).toBeUndefined();
  expect([files.hasMessage('A'), files.hasMessage('B')]).toEqual([true, false]);
});

test('a file that is imported twice is listed once', () => {
  const bottom = fileOf('bottom.proto', 'Bottom');
  const left = fileOf('left.proto', 'Left', [bottom]);
  const right = fileOf('right.proto', 'Right', [bottom]);
  const top = fileOf('top.proto', 'Top', [left, right]);
  expect([...withImports(top)]).toEqual([top, left, right, bottom]);
  expect(indexFiles([top]).declaring('Bottom')).toBe(bottom);
});
