import { ask } from '../support/servers/child-process.ts';
import type { LoadedGateway } from '../support/gateways/loaded-gateway.ts';
import type { Sample } from './judge-soak.ts';
import type { SoakAccounts } from './soak-accounts.ts';
import type { SoakTotals } from './soak-client.ts';
import type { GatewayFigures } from './watch-gateway.ts';

/** Looks at a gateway's memory and handles, and now and then at its ledger. */
export interface Sampler {
  /** In the order of their times. */
  readonly samples: readonly Sample[];
  readonly brokenInvariants: readonly string[];
  /** A gateway that has ended is sampled no more. */
  take(): Promise<void>;
}

export interface SampledSoak {
  readonly gateway: LoadedGateway;
  readonly accounts: SoakAccounts;
  readonly client: { totals(): SoakTotals };
  /** By `performance.now()`. */
  readonly startedAt: number;
  readonly onSample: (sample: Sample, totals: SoakTotals) => void;
}

/** The ledger's check reads all of it. */
const SAMPLES_PER_CHECK = 6;

export function createSampler(soak: SampledSoak): Sampler {
  const { gateway, accounts, client, startedAt, onSample } = soak;
  const samples: Sample[] = [];
  const brokenInvariants: string[] = [];
  return {
    samples,
    brokenInvariants,
    async take() {
      if (!gateway.isRunning()) return;
      const totals = client.totals();
      const figures = await figuresOf(gateway);
      const sample = { ...figures, atMs: performance.now() - startedAt, requests: totals.requests };
      samples.push(sample);
      if (samples.length % SAMPLES_PER_CHECK === 0)
        brokenInvariants.push(...(await accounts.brokenInvariants()));
      onSample(sample, totals);
    },
  };
}

/** @throws Error where the gateway ends before it answers. */
export function figuresOf({ child }: LoadedGateway): Promise<GatewayFigures> {
  return ask<GatewayFigures>(child, 'figures');
}
