// All sandboxes: `main`, and those that requests name. They are bounded in number, and idle ones end.

import { Failure } from './failure.ts';
import { MAIN, type Moment, type Sandbox } from './sandbox.ts';
import type { WireHeaders } from './wire.ts';

/** A label of a host name (RFC 1123, section 2.1), in lower case: a name can stand before `.localhost`. */
const NAME = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;
const HOST_LABEL = /^([^.]+)\.localhost(:\d+)?$/i;

export interface SandboxLimits {
  /** How many there may be beside `main`. */
  readonly count: number;
  /** After how long without a request one ends, in milliseconds. */
  readonly idle: number;
}

/** A sandbox, and when it ends if nobody asks for it before. */
export interface LivingSandbox {
  readonly sandbox: Sandbox;
  /** Absent for `main`, which never does. */
  readonly expires?: Date;
}

export interface Sandboxes {
  readonly main: Sandbox;
  /**
   * The sandbox with this name. When there is none, it is made from the fixtures.
   *
   * @throws Failure `invalid_argument` if there can be none with this name
   * @throws Failure `resource_exhausted` if there are too many
   */
  open(name: string): Sandbox;
  /**
   * Makes a sandbox that starts from the fixtures, or goes on where another one is.
   *
   * @throws Failure as `open` does
   * @throws Failure `already_exists`
   * @throws Failure `not_found` if there is no sandbox to start from
   */
  create(name: string, from?: string): Sandbox;
  /** @throws Failure `not_found`; `failed_precondition` for `main` */
  remove(name: string): void;
  /** `main` first, then in order of creation. */
  all(): readonly LivingSandbox[];
}

/** The sandbox that a request names: in its header, else as the first part of a host like `<name>.localhost`, else `main`. */
export function sandboxNamed({ 'x-understudy-sandbox': name, host = '' }: WireHeaders): string {
  return name || (HOST_LABEL.exec(host)?.[1]?.toLowerCase() ?? MAIN);
}

/** @param clock - milliseconds since 1970 of the machine, not of a sandbox */
export function createSandboxes(main: Sandbox, limits: SandboxLimits, clock: () => number = Date.now): Sandboxes {
  const others = new Map<string, { readonly sandbox: Sandbox; expires: number }>();

  function living(name: string): Sandbox | undefined {
    if (name === MAIN) return main;
    const now = clock();
    for (const [other, { expires }] of others) if (expires <= now) others.delete(other);
    const found = others.get(name);
    if (found) found.expires = now + limits.idle;
    return found?.sandbox;
  }

  function make(name: string, moment: Moment): Sandbox {
    if (!NAME.test(name)) {
      const rule = 'up to 63 lower-case letters, digits and hyphens, with no hyphen at either end';
      throw new Failure('invalid_argument', `a sandbox cannot have the name ${JSON.stringify(name)}: it takes ${rule}`);
    }
    if (others.size >= limits.count) {
      throw new Failure(
        'resource_exhausted',
        `there are ${others.size} sandboxes, and no more are allowed; remove one with DELETE /_understudy/sandboxes/{name}, wait until an idle one ends, or raise --sandboxes`,
      );
    }
    const sandbox = main.fork(name, moment);
    others.set(name, { sandbox, expires: clock() + limits.idle });
    return sandbox;
  }

  return {
    main,
    open: (name) => living(name) ?? make(name, main.beginning),
    create(name, from) {
      const origin = from === undefined ? undefined : living(from);
      if (from !== undefined && !origin) throw new Failure('not_found', `there is no sandbox "${from}" to start from`);
      if (living(name)) throw new Failure('already_exists', `there is a sandbox "${name}" already`);
      return make(name, origin ? origin.moment() : main.beginning);
    },
    remove(name) {
      if (name === MAIN) throw new Failure('failed_precondition', 'main cannot be removed; reset it instead');
      if (!living(name)) throw new Failure('not_found', `there is no sandbox "${name}"`);
      others.delete(name);
    },
    all() {
      living('');
      return [
        { sandbox: main },
        ...[...others.values()].map(({ sandbox, expires }) => ({ sandbox, expires: new Date(expires) })),
      ];
    },
  };
}
