// Known differences, ignored by operation and field.

import { UsageError } from '../../schema/usage-error.ts';

export interface IgnoreRules {
  /** Whether a field, or one above it, is ignored. */
  covers(operation: string, field: string): boolean;
  /** The rules that matched nothing, as they were written. */
  listUnused(): readonly string[];
}

/**
 * @param written - each an operation and a field, such as `listPets /body/items/*` or `* /headers/location`; `*`
 * stands for any one segment. Fields below are ignored, too
 * @throws UsageError for other forms
 */
export function createIgnoreRules(written: readonly string[]): IgnoreRules {
  const rules = written.map((text) => {
    const [, operation, field] = /^\s*([^\s/:]+)[\s:]*(\/\S*)\s*$/.exec(text) ?? [];
    if (operation === undefined || field === undefined)
      throw new UsageError(
        `--ignore needs an operation and a field, such as 'listPets /body/total', not ${JSON.stringify(text)}.`,
      );
    return {
      text,
      operation,
      segments: field
        .split('/')
        .slice(1)
        .filter((one) => one !== ''),
      isMet: false,
    };
  });
  return {
    covers(operation, field) {
      const segments = field.split('/').slice(1);
      const met = rules.filter(
        (rule) =>
          (rule.operation === '*' || rule.operation === operation) &&
          rule.segments.length <= segments.length &&
          rule.segments.every((one, index) => one === '*' || one === segments[index]),
      );
      for (const rule of met) rule.isMet = true;
      return met.length > 0;
    },
    listUnused: () => rules.filter(({ isMet }) => !isMet).map(({ text }) => text),
  };
}
