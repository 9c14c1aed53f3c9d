import { coveredElsewhere } from '../covered.ts';

coveredElsewhere([
  [
    91,
    'an error',
    'test/webhooks/delivery.test.ts',
    'that fails is tried again with the same ID, and each time signed anew',
  ],
  [91, 'a redirect', 'test/webhooks/delivery.test.ts', 'that redirects is not followed'],
  [
    91,
    'gone',
    'test/webhooks/delivery.test.ts',
    'that is gone makes a dead letter, which an operator can send again',
  ],
  [
    91,
    'over PostgreSQL',
    'test/webhooks/postgres-delivery.slow.test.ts',
    'reach a receiver that fails, then hangs, then takes them: signed and with its answer',
  ],
  [
    91,
    'for a day',
    'test/webhooks/deliverer.test.ts',
    'is sent again after pauses that grow, for a day, and is dead then',
  ],
  [
    92,
    'silence',
    'test/webhooks/delivery.test.ts',
    'that hangs is left after a while, and delays nobody else’s events',
  ],
  [
    92,
    'no end',
    'test/webhooks/delivery.test.ts',
    'that answers and never ends its answer has taken the event',
  ],
  [
    92,
    'over PostgreSQL',
    'test/webhooks/postgres-delivery.slow.test.ts',
    'reach a receiver that fails, then hangs, then takes them: signed and with its answer',
  ],
  [
    92,
    'many',
    'test/webhooks/deliverer.test.ts',
    'that hang are tried one event at a time, and delay no other',
  ],
  [
    93,
    'forgery',
    'test/webhooks/delivery.test.ts',
    'is not deceived by who does not know its secret, or changes a byte',
  ],
  [94, 'when it is set', 'test/commands/webhooks.slow.test.ts', 'takes no %s'],
  [
    94,
    'when it is used',
    'test/webhooks/delivery.test.ts',
    'at a refused address is never connected to, whoever wrote it there',
  ],
  [
    95,
    'a stop',
    'test/webhooks/delivery.test.ts',
    'a gateway that stops puts back what is under way, and the next one sends it',
  ],
  [
    95,
    'the ledger',
    'test/webhooks/deliverer.test.ts',
    'that is away for a while is told of every event once it is back',
  ],
  [
    95,
    'a kill',
    'test/proof/deaths/killed-mid-stream.slow.test.ts',
    'charges what is known, once, and gives back what nobody has read of',
  ],
]);
