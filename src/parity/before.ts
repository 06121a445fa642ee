// What a server had before anything was made beside it, as its own lists show it: where others share it, that is neither changed nor deleted.

import { valuesByKey } from '../contract/known-values.ts';
import type { Call } from '../contract/request/call.ts';
import { decoded } from '../openapi/lookup/path-template.ts';
import { CHANGING } from '../openapi/methods.ts';
import { valueAt } from '../resource/place.ts';
import type { Role } from '../resource/resource.ts';
import type { ReceivedAnswer } from './answers.ts';

export class Before {
  /** The kinds and ids of what was there. */
  readonly #there = new Set<string>();
  /** Where something was made: what is listed there from then on may be that. */
  readonly #made = new Set<string>();

  /** Is told of a request before it is sent. */
  send(role: Role | undefined, call: Call): void {
    if (role?.deed === 'create') this.#made.add(placeOf(role, call));
  }

  /** Sees what was answered. */
  see(role: Role | undefined, call: Call, told: ReceivedAnswer): void {
    if ((role?.deed !== 'list' && role?.deed !== 'search') || this.#made.has(placeOf(role, call)) || 'reason' in told)
      return;
    const shown = valueAt(told.read.value, role.shown ?? []);
    const place = role.resource.id?.place;
    if (!place || !Array.isArray(shown)) return;
    for (const item of shown) this.#there.add(nameOf(role, valueAt(item, place)));
  }

  /** Whether a request would change or delete something of it. */
  isConcernedBy(role: Role | undefined, { method, sent }: Call): boolean {
    const written = role?.parameter === undefined ? undefined : sent.path?.[role.parameter];
    if (!role || written === undefined || !CHANGING.has(method)) return false;
    return this.#there.has(nameOf(role, decoded(written)));
  }
}

function nameOf({ resource }: Role, id: unknown): string {
  return JSON.stringify([resource.name, String(id)]);
}

/** A kind below its parents, however it is listed. */
function placeOf({ resource, parents }: Role, { sent }: Call): string {
  return JSON.stringify([resource.name, valuesByKey(parents, sent.path ?? {})]);
}
