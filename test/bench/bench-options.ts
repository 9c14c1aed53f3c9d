/** What is said to a benchmark that writes raw figures. */
export interface BenchOptions {
  /** Fewer and shorter rounds. */
  readonly quick: boolean;
  /** Where the raw figures go. */
  readonly jsonPath: string;
}

export interface PeerOptions extends BenchOptions {
  /** Whether to fetch the gateways of others and measure them too. */
  readonly peers: boolean;
}
