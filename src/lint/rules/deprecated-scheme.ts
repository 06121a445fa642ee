// Rule: operations do not require deprecated security schemes.

import type { Operation } from '../../openapi/document.ts';
import { childPointer } from '../../schema/json-pointer.ts';
import type { OwnRule } from './rule.ts';

export const deprecatedScheme: OwnRule = {
  title: 'Operations do not require deprecated security schemes.',
  severity: 'warn',
  *look({ operations }) {
    const seen = new Set<string>();
    for (const operation of operations.values()) {
      if ((operation.part.value as { readonly deprecated?: unknown }).deprecated === true) continue;
      const { subject, pointer } = securityOf(operation);
      for (const [index, requirements] of operation.security.entries()) {
        for (const { name, scheme } of requirements) {
          const at = childPointer(pointer, index, name);
          if (scheme?.deprecated !== true || seen.has(at)) continue;
          seen.add(at);
          yield { pointer: at, message: `${subject} accepts the deprecated security scheme ${name}.` };
        }
      }
    }
  },
};

/** Where the security of an operation is: its own, or that of the document. */
function securityOf({ id, part }: Operation): { readonly subject: string; readonly pointer: string } {
  const isOwn = (part.value as { readonly security?: unknown }).security !== undefined;
  return isOwn
    ? { subject: id, pointer: childPointer(part.pointer, 'security') }
    : { subject: 'the document', pointer: '/security' };
}
