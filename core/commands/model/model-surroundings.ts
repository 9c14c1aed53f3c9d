import type { Answers } from './collect-answers.ts';

/** What a model's questions must know of the manifests they are asked for. */
export interface ModelSurroundings {
  /** The flag that names the model: `id`, or `model` where `id` is the provider's. */
  readonly idOption: string;
  /** `YYYY-MM-DD` */
  readonly today: string;
  /** Where an ID stands already, as `file:line`. */
  readonly takenAt: (id: string) => string | undefined;
  readonly providerOf: (answers: Answers) => string;
  /** The tuning groups the model may choose from, and whether a group lets it search the web. */
  readonly tuningGroups: (answers: Answers) => ReadonlyMap<string, boolean>;
  /** Constants every model of the provider sends, as JSON. */
  readonly sharedSend: (answers: Answers) => string | undefined;
  /** What the provider calls its models, as far as it tells. */
  readonly upstreamNames?: (answers: Answers) => Promise<readonly string[]>;
}
