// Steps of faults that change how a response is sent, not the response.

/** The properties of such steps. */
const OF_NETWORK: ReadonlySet<string> = new Set(['delay', 'bytesPerSecond', 'cutAfter']);

/** Whether a step leaves the response to another fault or to the operation: it delays, slows or cuts it. */
export function isNetworkStep(step: object): boolean {
  return Object.entries(step).every(([name, value]) => value === undefined || OF_NETWORK.has(name));
}
