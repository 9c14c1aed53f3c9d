import type { FaultCode } from './contract.ts';

/** The reasons why a provider is `unavailable`, with the messages that replace the usual one. */
export const UNAVAILABLE = {
  refused: 'The connection to the provider was refused: nothing listens at its address.',
  unreachable: 'The network does not reach the provider’s address.',
  name_unknown: 'The provider’s host name could not be resolved (DNS).',
  refused_address: 'The provider’s host name leads to an address that the gateway does not connect to.',
  tls: 'No secure connection to the provider could be made (TLS): see the code in the gateway’s log.',
  cut: 'The connection to the provider was cut before its reply was complete.',
  no_files:
    'The gateway may open no more files, and so no connection to the provider. Its operator can raise that limit (LimitNOFILE, ulimit -n).',
  failed: 'The provider answered that it has failed.',
  breaker: 'The model failed so often that it is not asked for now; it is tried again by itself.',
  gateway: 'The gateway failed to run this model. Its log has the cause.',
} as const;

export type UnavailableBecause = keyof typeof UNAVAILABLE;

/** Faults of one model. They become a failed result, never an HTTP status. */
export const FAULTS: {
  readonly [code in FaultCode]: {
    readonly retryable: boolean;
    /** The message to the caller. */
    readonly message: string;
    /** The meaning in the documentation. */
    readonly meaning: string;
  };
} = {
  provider_unconfigured: {
    retryable: false,
    message: 'The operator has configured no key for this provider.',
    meaning: 'The operator has set no key for this provider.',
  },
  provider_auth: {
    retryable: false,
    message: 'The provider refused the gateway’s credentials.',
    meaning: 'The provider refused the gateway’s key, or the gateway’s account there is out of money.',
  },
  rate_limited: {
    retryable: true,
    message: 'The provider is limiting the gateway’s rate.',
    meaning: 'The provider limits the gateway’s rate.',
  },
  overloaded: {
    retryable: true,
    message:
      'The provider is overloaded, too many calls wait for it, or the gateway has no memory free for the reply.',
    meaning:
      'The provider is overloaded; or too many calls wait for it (`attempts: 0`); or the replies of the account’s running requests take as much memory as they may (`ASSAY_MAX_ANSWER_BYTES`).',
  },
  unavailable: {
    retryable: true,
    message: 'The provider could not be reached, or failed.',
    meaning:
      'The connection failed or was cut, or the provider failed; or the model’s circuit breaker is open (`attempts: 0`). `message` says which.',
  },
  timeout: {
    retryable: true,
    message: 'The provider did not answer in time.',
    meaning:
      'The provider did not answer in time, or the request’s own `timeout_seconds` elapsed. `message` says which.',
  },
  refused: {
    retryable: false,
    message: 'The provider blocked the prompt or the answer.',
    meaning: 'The provider blocked the prompt or the whole answer.',
  },
  malformed_reply: {
    retryable: true,
    message: 'The provider sent a reply the gateway cannot read.',
    meaning: 'The provider’s reply cannot be read, or is too large.',
  },
  attachment_unsupported: {
    retryable: false,
    message: 'This model cannot read one of the attachments.',
    meaning: 'This model cannot read one of the files. Nothing was sent.',
  },
  context_too_long: {
    retryable: false,
    message: 'The prompt is longer than this model’s context.',
    meaning: 'The prompt is longer than the model’s context.',
  },
  rejected: {
    retryable: false,
    message: 'The provider rejected the request.',
    meaning: 'The provider rejected the request.',
  },
  cancelled: {
    retryable: true,
    message: 'The request was cancelled before this model ran.',
    meaning: 'The request was cancelled, or its client left, before it was this model’s turn.',
  },
  model_retired: {
    retryable: false,
    message: 'The provider has shut this model down.',
    meaning: 'The provider has shut the model down. Nothing was sent or held. `message` names its successor.',
  },
  nothing_to_fuse: {
    retryable: true,
    message: 'There was nothing to fuse: fewer than two answers came, or one of them calls functions.',
    meaning: 'There were fewer than two answers to fuse, or one of them calls functions. Nothing was sent.',
  },
};
