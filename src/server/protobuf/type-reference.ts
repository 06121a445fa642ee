// Shortens type names in a `.proto` file as far as scopes allow.

import { joinName } from './names.ts';
import { type MessagePlan, withNested } from './plan.ts';
import type { ProtoFile } from './proto-file.ts';

/** The name of a type as it is written inside a message, or at the root when that is the package. */
export type Refer = (type: string, scope: string) => string;

/**
 * References inside a file. protobuf searches the first part of a name from the innermost scope outwards, and stops at
 * the first match.
 */
export function typeReferences({ package: own, messages, enums }: ProtoFile): Refer {
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
