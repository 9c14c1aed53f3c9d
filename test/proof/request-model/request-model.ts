import type { ScriptedRequest } from './scripted-request.ts';

/** What is known of an idempotency key. */
export interface KeptKey {
  readonly id: string;
  readonly request: ScriptedRequest;
  /** Undefined where the key is free: its request was refused, or lost with its gateway. */
  settled:
    | {
        readonly charge: number;
        /** Undefined where the client left before it was sent. */
        text: string | undefined;
        /** The life of the gateway it was settled in. */
        readonly life: number;
      }
    | undefined;
}

/** What the account's figures must be, by the simplest arithmetic. Micro-credits. */
export interface RequestModel {
  /** Below zero, the account owes it. */
  posted: number;
  /** What a dead gateway held; the living hold nothing between two commands. */
  reserved: number;
  /** What calls cost beyond the most that their requests can cost. */
  absorbed: number;
  isRunning: boolean;
  /** Counts the gateways. */
  life: number;
  requests: number;
  readonly keys: KeptKey[];
  /** What has happened in any life, so that a test can tell whether it tested anything. */
  readonly seen: Map<string, number>;
}

/** Of an account with so much in it. */
export function newModel(posted: number, common: Pick<RequestModel, 'seen' | 'isRunning'>): RequestModel {
  return { posted, reserved: 0, absorbed: 0, life: 0, requests: 0, keys: [], ...common };
}

/** Books a settled request. @returns its charge: what it cost, but never more than it can cost at most. */
export function settle(
  model: RequestModel,
  cost: number,
  { hold, atMost }: { readonly hold: number; readonly atMost: number },
): number {
  const charge = Math.min(cost, atMost);
  note(
    model,
    cost <= hold ? 'charged the cost' : charge > hold ? 'charged beyond the hold' : 'charged the hold',
  );
  model.posted -= charge;
  model.absorbed += cost - charge;
  return charge;
}

export function note({ seen }: RequestModel, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}
