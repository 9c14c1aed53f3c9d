import type { AttackTally } from './attack-tally.ts';

/** One way to make a gateway suffer. It ends by itself, or soon after its signal. */
export interface Attack {
  readonly name: string;
  /** For a table: what is sent. */
  readonly summary: string;
  /** Sends tens of megabytes: left out of short runs. */
  readonly isLarge?: true;
  run(scene: AttackScene): Promise<void>;
}

export interface AttackScene {
  /** Of the gateway's API, on loopback. */
  readonly port: number;
  readonly keys: AttackKeys;
  /** Ends the attack early. */
  readonly signal: AbortSignal;
  /** How long unread sockets are held open. */
  readonly holdMs: number;
  readonly tally: AttackTally;
}

/** The accounts of attackers. */
export const ATTACK_ACCOUNTS = ['penniless', 'rich', 'reader', 'leaver', 'neighbour'] as const;
export type AttackAccount = (typeof ATTACK_ACCOUNTS)[number];

/** A key of each: no credits; plenty; plenty and five requests in flight (twice); an innocent one that an attack watches. */
export type AttackKeys = Readonly<Record<AttackAccount, string>>;

/** Of two providers whose replies are hostile where the prompt says so; no other traffic goes to them. */
export const HOSTILE_PROVIDERS = ['cerebras', 'bedrock'] as const;
export const HOSTILE_MODELS = [
  'cerebras-gpt-oss-120b',
  'cerebras-qwen-3.8-27b',
  'nova-pro',
  'nova-lite',
  'nova-micro',
] as const;
/** Of the one provider whose manifest counts web searches. */
export const SEARCHING_MODEL = 'gemini-3.5-flash';

/** Of the one provider that streams responses. */
export const RESPONSES_MODEL = 'gpt-4o';
/** Where the prompt says so, it answers later than the others. */
export const LATE_MODEL = 'nova-micro';

/** So many models, each of the hostile ones in its turn. */
export function hostileModels(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => HOSTILE_MODELS[index % HOSTILE_MODELS.length] ?? '');
}
