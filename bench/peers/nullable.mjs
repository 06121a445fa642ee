// Large documents have `nullable` without `type`. It has no effect there (OpenAPI 3.0.3, section 4.7.24), but Ajv rejects it.

/** A value of a document, without ineffective `nullable`. */
export function withoutIdleNullable(value) {
  if (value?.nullable !== true || value.type !== undefined) return value;
  const { nullable: _, ...rest } = value;
  return rest;
}
