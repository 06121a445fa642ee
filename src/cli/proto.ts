// `understudy proto FILE`: the protobuf service of an OpenAPI document as a `.proto` file.

import { basename } from 'node:path';
import { openDocument } from '../openapi/read/open-document.ts';
import { planOf } from '../protobuf/plan-document.ts';
import { mainFile } from '../protobuf/proto-file.ts';
import { protoText } from '../protobuf/proto-text.ts';
import { Problems } from '../schema/problems.ts';
import { type GivenDocument, oneDocument, READING_HELP } from './given-document.ts';

const USAGE = `understudy proto [--allow-fetch HOSTS] FILE

Prints the protobuf service of an OpenAPI document as a .proto file, for clients of gRPC, gRPC-Web and Connect. Names and numbers
are those of the document: x-protobuf at its root, x-rpc at operations, x-field-numbers and x-enum-numbers at schemas, x-field-number
at parameters.

${READING_HELP}`;

/** The command. @throws Problems if no file is named, or it cannot be used, or is not numbered */
export async function proto(args: readonly string[]): Promise<number> {
  const given = await oneDocument(args, USAGE, 'Name the document:');
  if (given) process.stdout.write(await protoOf(given));
  return 0;
}

async function protoOf({ location, reading }: GivenDocument): Promise<string> {
  const document = await openDocument(location, reading);
  const path = location;
  const plan = planOf({ ...document, path });
  if (!plan) {
    throw new Problems(`The document ${path} describes no protobuf service. It needs, at its root:`, [
      'x-protobuf: { package: shop.v1, service: ShopService }',
      'and then x-rpc at its operations, x-field-numbers at the schemas of their messages. See understudy proto --help.',
    ]);
  }
  const file = mainFile(plan);
  return protoText(
    file,
    `${document.bundled.info.title}, made from ${basename(path)} by \`understudy proto\`. Do not edit: change the source and run it again.\nPath: ${file.path}`,
  );
}
