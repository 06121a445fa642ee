// Loads OpenTelemetry, if the program has registered an SDK.

import type { Tracing } from '../pipeline/tracing.ts';

/** Where every copy of `@opentelemetry/api` 1.x finds what is registered. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1');

/**
 * Undefined if no SDK is registered: then nothing is loaded, and requests are not slower.
 *
 * @param onNotice - receives a sentence if one is registered, but its API is not installed beside this package
 */
export async function loadTracing(onNotice: (notice: string) => void): Promise<Tracing | undefined> {
  const registered = (globalThis as { [REGISTERED]?: { trace?: unknown; metrics?: unknown } })[REGISTERED];
  if (registered?.trace === undefined && registered?.metrics === undefined) return undefined;
  try {
    return (await import('./open-telemetry.ts')).createTracing();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    onNotice('OpenTelemetry is registered, but its API is not found: npm install @opentelemetry/api');
    return undefined;
  }
}
