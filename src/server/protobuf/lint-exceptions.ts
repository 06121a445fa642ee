// Rules of `buf lint` (https://buf.build/docs/lint/rules/) that names of a document violate. Clients know these names,
// so they stay.

/** The exceptions of the package. */
export function packageExceptions(name: string): string[] {
  const isVersioned = /\.v\d+((alpha|beta)\d*|p\d+(alpha|beta)\d*|test.*)?$/.test(name);
  const isSnakeCase = name.split('.').every((part) => /^[a-z][a-z\d]*(_[a-z\d]+)*$/.test(part));
  return [...unless(isVersioned, 'PACKAGE_VERSION_SUFFIX'), ...unless(isSnakeCase, 'PACKAGE_LOWER_SNAKE_CASE')];
}

export function serviceExceptions(name: string): string[] {
  return [...unless(isPascalCase(name), 'SERVICE_PASCAL_CASE'), ...unless(name.endsWith('Service'), 'SERVICE_SUFFIX')];
}

export function rpcExceptions(name: string): string[] {
  const rules = ['RPC_PASCAL_CASE', 'RPC_REQUEST_STANDARD_NAME', 'RPC_RESPONSE_STANDARD_NAME'];
  return isPascalCase(name) ? [] : rules;
}

export function messageExceptions(name: string): string[] {
  return unless(isPascalCase(name), 'MESSAGE_PASCAL_CASE');
}

export function enumExceptions(name: string): string[] {
  return unless(isPascalCase(name), 'ENUM_PASCAL_CASE');
}

/** The exceptions of a value of the enum with a name. */
export function valueExceptions(name: string, number: number, ofEnum: string): string[] {
  return [
    ...unless(/^[A-Z][A-Z\d]*(_[A-Z\d]+)*$/.test(name), 'ENUM_VALUE_UPPER_SNAKE_CASE'),
    ...unless(name.startsWith(`${upperSnakeCase(ofEnum)}_`), 'ENUM_VALUE_PREFIX'),
    ...unless(number !== 0 || name.endsWith('_UNSPECIFIED'), 'ENUM_ZERO_VALUE_SUFFIX'),
  ];
}

function unless(holds: boolean, rule: string): string[] {
  return holds ? [] : [rule];
}

function isPascalCase(name: string): boolean {
  return /^[A-Z][A-Za-z\d]*$/.test(name);
}

/**
 * Words as buf splits them: at a capital after a small letter, or before anything but a capital, a digit or the end.
 */
function upperSnakeCase(name: string): string {
  return name
    .replace(/(?<=[a-z])(?=[A-Z])|(?<=[^_])(?=[A-Z][^A-Z\d_])/g, '_')
    .replace(/_+/g, '_')
    .toUpperCase();
}
