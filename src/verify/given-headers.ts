// Common headers as parameter values: documented headers and cookies.

import type { Document, Operation } from '../openapi/document.ts';
import { describeFinding } from '../openapi/finding.ts';
import type { Parameter } from '../openapi/parse-parameters.ts';
import { childPointer } from '../schema/json-pointer.ts';
import { isCredential } from './credentials.ts';
import { isConnectionHeader } from './requests/request-headers.ts';

interface GivenHeaders {
  /** The value of a parameter; undefined if no header has it, or it is invalid. */
  value(operation: Operation, parameter: Parameter): unknown;
  /** Why the given value of a parameter is invalid, a clause; undefined if it is valid. */
  problem(operation: Operation, parameter: Parameter): string | undefined;
}

/** @param headers - by name in any case */
export function createGivenHeaders(document: Document, headers: Readonly<Record<string, string>>): GivenHeaders {
  const headersByName = Object.fromEntries(Object.entries(headers).map(([name, text]) => [name.toLowerCase(), text]));
  const isEmpty = Object.keys(headersByName).length === 0;
  const read = (operation: Operation, parameter: Parameter): { value?: unknown; problem?: string } => {
    const { in: location, name, schema, content } = parameter;
    if (isEmpty || (location !== 'header' && location !== 'cookie')) return {};
    const key = location === 'header' ? name.toLowerCase() : name;
    const { values, findings } = operation.parameterReader.read({ path: undefined, query: '', headers: headersByName });
    const unreadable = findings.find((one) => one.part === location && one.pointer === childPointer('', key));
    const value = values[location][key];
    const part = schema ?? content?.schema;
    const [finding = unreadable] = value === undefined || !part ? [] : document.validate(part, value, 'request');
    return finding ? { problem: finding === unreadable ? unreadable.message : describeFinding(finding) } : { value };
  };
  return {
    value: (operation, parameter) => read(operation, parameter).value,
    problem(operation, parameter) {
      // Credentials and connection headers are sent unchanged.
      if (isCredential(operation, parameter) || isConnectionHeader(parameter)) return undefined;
      return read(operation, parameter).problem?.replace(/^body/, 'it');
    },
  };
}

/**
 * Lists the operations that do not allow the given headers: a sentence for each parameter and reason.
 *
 * @param problem - returns why a value is invalid, a clause
 */
export function headerProblems(
  operations: readonly Operation[],
  problem: (operation: Operation, parameter: Parameter) => string | undefined,
): readonly string[] {
  const ids = new Map<string, string[]>();
  for (const operation of operations)
    for (const parameter of operation.parameters) {
      const reason = problem(operation, parameter);
      if (reason === undefined) continue;
      const field = parameter.in === 'cookie' ? `cookie ${parameter.name}` : `header ${parameter.name}`;
      const key = JSON.stringify([field, parameter.name, reason]);
      ids.set(key, [...(ids.get(key) ?? []), operation.id]);
    }
  return [...ids].map(([key, [first = '', ...others]]) => {
    const [field, name, reason] = JSON.parse(key) as [string, string, string];
    const more = others.length === 0 ? '' : ` (and ${others.length} more)`;
    return `${field}: ${first}${more} does not allow it: ${reason}; set another value with --value ${first}.${name}=…`;
  });
}
