// The services that the tools describe.

import type { DescFile } from '@bufbuild/protobuf';

/** The services and their state. */
export interface Served {
  /** The full names of all services, aliases included, such as `shop.v1.PetService`. */
  readonly serviceNames: readonly string[];
  /** Files that declare these services; their imports are found. Called with the first request for a file. */
  readonly files: () => Promise<readonly DescFile[]>;
  /** Called with errors that are not the client's. */
  /** Whether requests are welcome. Default: until it is closed. */
  isReady?(): boolean;
  readonly onError: (thrown: unknown) => void;
}
