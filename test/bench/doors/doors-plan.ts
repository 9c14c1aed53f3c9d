export interface DoorsPlan {
  /** For each address before anything is measured, until its code is compiled: a gateway runs for weeks. */
  readonly warmUpSeconds: number;
  readonly whole: { readonly rounds: number; readonly seconds: number };
  /** Streams run for a while before they are measured. */
  readonly streamed: { readonly rounds: number; readonly settleSeconds: number; readonly seconds: number };
}

/** How many ask at once, each again as soon as it is answered. */
export const CLIENTS = [1, 32];

/** Of one measurement. */
export interface DoorFigures {
  /** Of all threads of the gateway, for each call, microseconds. */
  readonly cpuMicros: number;
  readonly calls: number;
  readonly failed: number;
}
