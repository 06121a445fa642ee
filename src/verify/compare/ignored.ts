// Differences that somebody knows of: fields of operations, as reports name them.

import { Problems } from '../../schema/problems.ts';

export interface Ignored {
  /** Whether a field, or what it stands in, is passed over. */
  covers(operation: string, field: string): boolean;
  /** Those that were never met, as they were written. */
  unmet(): readonly string[];
}

/**
 * @param written - each an operation and a field, such as `listPets /body/items/*` or `* /headers/location`; `*` stands for any one segment. What is below the field is passed over, too
 * @throws Problems if one is written otherwise
 */
export function ignored(written: readonly string[]): Ignored {
  const rules = written.map((text) => {
    const [, operation, field] = /^\s*([^\s/:]+)[\s:]*(\/\S*)\s*$/.exec(text) ?? [];
    if (operation === undefined || field === undefined)
      throw new Problems(
        `--ignore needs an operation and a field, such as 'listPets /body/total', not ${JSON.stringify(text)}.`,
        [],
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
    unmet: () => rules.filter(({ isMet }) => !isMet).map(({ text }) => text),
  };
}
