// Operations that match the text in a field.

import { useEffect, useState } from '../preact.ts';
import { useLoaded, useSession } from '../session.ts';
import type { KnownOperation } from './step-form.ts';

/** How long typing must pause before a search, in milliseconds. */
const PAUSE = 120;
/** How many are suggested. */
const SUGGESTED = 50;
/** The longest text that is searched. */
const LONGEST = 200;

export interface FoundOperations {
  readonly operations: readonly KnownOperation[];
  /** The operation whose id is the text. */
  readonly operation: KnownOperation | undefined;
  /** Whether some of them have a remote procedure. */
  readonly hasGrpc: boolean;
}

export function useOperations(text: string): FoundOperations {
  const { sandbox } = useSession();
  const [q, setQ] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setQ(text.trim().slice(0, LONGEST)), PAUSE);
    return () => clearTimeout(timer);
  }, [text]);
  const { value } = useLoaded(
    () => sandbox.control('listOperations', { limit: SUGGESTED, ...(q !== '' && { q }) }),
    [q],
  );
  const operations = value?.operations ?? [];
  const operation = operations.find(({ id }) => id === text);
  const hasGrpc = (operation ? [operation] : operations).some(({ rpc }) => rpc !== undefined);
  return { operations, operation, hasGrpc };
}
