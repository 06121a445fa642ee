// Tree steps of a path template: as written, and fallbacks that are tried last.

import { createTemplateNode, insertPath, type PathEnd, type PathStep, type TemplateNode } from './path-nodes.ts';
import { parsePathTemplate } from './path-template.ts';
import type { PathValue } from './path-value.ts';

/** An entry of the index. */
export interface PathEntry<T> {
  readonly template: string;
  readonly entry: T;
  /** Rules of a value in the template. Default: none. */
  readonly value?: (name: string) => PathValue | undefined;
}

/** Maximum fallbacks of a template whose values may contain slashes. */
const MAX_VARIANTS = 48;

/** The end of a template. @param includesTail - whether text after a `#` or `?` is part of the path */
export function createPathEnd<T>({ template, entry, value }: PathEntry<T>, includesTail = false): PathEnd<T> {
  const { values, conditions } = parsePathTemplate(template, includesTail);
  // Operators in the braces may be part of the name.
  const names = values.map(({ name, source: written }) => (name !== written && value?.(written) ? written : name));
  return { template, entry, names, widths: values.map(() => 1), conditions };
}

/** The segments of a template as written. @param includesTail - see `createPathEnd` */
export function templateSteps<T>({ template, value }: PathEntry<T>, includesTail = false): PathStep[] {
  const { segments, values } = parsePathTemplate(template, includesTail);
  let index = 0;
  return segments.map((segment) => {
    if (typeof segment === 'string') return { segment };
    const own = values.slice(index, index + segment.length - 1);
    index += own.length;
    // Allowed texts matter only between two adjacent values.
    const hasAdjacentValues = segment.slice(1, -1).includes('');
    return hasAdjacentValues ? { segment, choices: own.map(({ name }) => value?.(name)?.choices ?? []) } : { segment };
  });
}

/** The tree of fallbacks: values that contain slashes, and no trailing slash. */
export function createFallbackTree<T>(entries: readonly PathEntry<T>[]): TemplateNode<T> {
  const root = createTemplateNode<T>();
  for (const one of entries) {
    const end = createPathEnd(one);
    if (end.names.length > 0)
      for (const { steps, widths } of variantsOf(one)) insertPath(root, steps, { ...end, widths });
    const steps = templateSteps(one);
    if (steps.length > 2 && steps.at(-1)?.segment === '') insertPath(root, steps.slice(0, -1), end);
  }
  return root;
}

interface Variant {
  readonly steps: readonly PathStep[];
  readonly widths: readonly number[];
}

/** All combinations of values with slashes; none if no value may contain slashes. */
function variantsOf<T>(one: PathEntry<T>): readonly Variant[] {
  const { values } = parsePathTemplate(one.template);
  let index = 0;
  let variants: readonly Variant[] = [{ steps: [], widths: [] }];
  for (const step of templateSteps(one)) {
    const count = typeof step.segment === 'string' ? 0 : step.segment.length - 1;
    const value = values[index];
    index += count;
    const plain: Variant = { steps: [step], widths: Array.from({ length: count }, () => 1) };
    const others = count === 1 && value ? spanningSteps(step, one.value?.(value.name), value.mayContainSlashes) : [];
    variants = variants
      .flatMap((variant) =>
        [plain, ...others].map(({ steps, widths }) => ({
          steps: [...variant.steps, ...steps],
          widths: [...variant.widths, ...widths],
        })),
      )
      .slice(0, MAX_VARIANTS);
  }
  // The first one is the template itself.
  return variants.slice(1);
}

/** The segments of a value that contains slashes. */
function spanningSteps({ segment }: PathStep, value: PathValue | undefined, isDeclared: boolean): readonly Variant[] {
  const [before = '', after = ''] = segment;
  const shaped = (value?.shapes ?? []).map((shape): Variant => {
    const steps = shape.map((name, at): PathStep => {
      const texts = [at === 0 ? before : '', at === shape.length - 1 ? after : ''] as const;
      return name === '*' ? { segment: texts } : { segment: texts.join(name), valueText: name };
    });
    return { steps, widths: [steps.length] };
  });
  const spanning: Variant = { steps: [{ segment, spansSegments: true }], widths: [1] };
  return isDeclared || value?.mayContainSlashes ? [...shaped, spanning] : shaped;
}
