// Large documents have `nullable` where there is no `type`. It says nothing there (OpenAPI 3.0.3, section 4.7.24), but Ajv refuses it.

/** A value read from a document, without a `nullable` that says nothing. */
export function withoutIdleNullable(value) {
  if (value?.nullable !== true || value.type !== undefined) return value;
  const { nullable: _, ...rest } = value;
  return rest;
}
