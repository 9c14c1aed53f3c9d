import type { KeyHolder, Ledger } from '../../../core/ledger/ledger.ts';

const ANYBODY: KeyHolder = {
  id: 1,
  name: 'anybody',
  markupMilli: 1_000,
  zeroDataRetention: false,
  cache: false,
  requestsPerMinute: 1_000_000,
  requestsInFlight: 1_000,
  holds: 'likely',
  keyId: 1,
  suspended: false,
  models: null,
};

/** Keeps nothing and lets everybody in: what a gateway without credits would do in its place. */
export const NO_LEDGER: Ledger = {
  webhooks: {
    waiting: async () => [],
    counts: async () => ({ pending: 0, dead: 0, isUsed: false, hasNewAlerts: false }),
    takeAlerts: async () => [],
    claim: async () => ({ claimed: [], expired: 0 }),
  },
  authenticate: async () => ANYBODY,
  reserve: async () => ({ outcome: 'reserved' }),
  deliver: async () => {},
  settle: async () => {},
  keepTexts: async () => false,
  findAnswer: async () => undefined,
  keepAnswer: async () => false,
  pruneAnswers: async () => 0,
  eraseRequest: async () => {},
  void: async () => {},
  balance: async () => ({ postedMicroCredits: 0, reservedMicroCredits: 0 }),
  budgets: async () => [],
  findReply: async () => undefined,
  findRequest: async () => undefined,
  listRequests: async () => ({ requests: [], next: null }),
  outputsByModel: async () => [],
  readLog: async () => undefined,
  usage: async () => [],
  close: async () => {},
};
