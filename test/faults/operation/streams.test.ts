import { coveredElsewhere } from '../covered.ts';

coveredElsewhere([
  [
    82,
    'with words told, and without',
    'test/http/providers/streamed-replies.test.ts',
    '%s is charged once, for what its reader was told',
  ],
  [
    82,
    'nobody told',
    'test/http/providers/streamed-replies.test.ts',
    'is not charged where nobody was told, and is counted',
  ],
  [
    82,
    'the breaker',
    'test/http/providers/streamed-replies.test.ts',
    'says nothing against the provider: its breaker stays closed',
  ],
  [
    83,
    'with words out',
    'test/proof/deaths/killed-mid-stream.test.ts',
    'charges what is known, once, and gives back what nobody has read of',
  ],
  [
    83,
    'an asynchronous one',
    'test/process/async-runs.test.ts',
    'that a kill ends is voided where nobody had read of it, and charged for what was read',
  ],
  [
    84,
    'results',
    'test/http/providers/streamed-replies.test.ts',
    'a reader that does not read gets every result once it reads, and fewer words',
  ],
  [
    84,
    'a log',
    'test/pipeline/follow/answer-log.test.ts',
    'that is far behind gets the result without the rest of the text',
  ],
  [84, 'the connection', 'test/http/server/unread-answers.test.ts', 'are closed on, and their requests end'],
  [
    85,
    'at the same gateway',
    'test/http/async/async-run.test.ts',
    'goes on exactly after the last event, while it runs',
  ],
  [
    85,
    'at another',
    'test/http/async/two-gateways.test.ts',
    'go on after a cut where the other left off, while it runs and when it has ended',
  ],
  [
    86,
    'any mail',
    'test/pipeline/running/lossy-mail.test.ts',
    'a reader at another gateway gets every event once and in order, whatever becomes of the mail',
  ],
  [
    86,
    'a repeated question',
    'test/pipeline/running/gateway-calls.test.ts',
    'a question that was answered twice takes one of the answers, and never a mixture',
  ],
  [
    87,
    'a lost session',
    'test/http/async/lost-gateway.test.ts',
    'has its runs voided, or charged for what was read, and their followers told',
  ],
  [
    88,
    'of one request and key',
    'test/http/async/async-run.test.ts',
    'has a bound for each request, and one for each key',
  ],
  [
    88,
    'of one account',
    'test/pipeline/running/answer-gateways.test.ts',
    'readers at other gateways are shared by accounts, and a request has its own bound',
  ],
  [
    88,
    'questions',
    'test/pipeline/running/gateway-calls.test.ts',
    'an account has at most half of all open questions, and the others have the rest',
  ],
  [
    89,
    'both',
    'test/http/async/two-gateways.test.ts',
    'tell state and figures at the other one, and the texts only where it runs',
  ],
  [
    90,
    'one gateway',
    'test/process/async-runs.test.ts',
    'is waited for at SIGTERM, and is there after a restart',
  ],
  [
    90,
    'a rolling restart',
    'test/process/fleet/async-runs.test.ts',
    'lets it end where it runs, and its reader follow it to the end',
  ],
  [
    90,
    'followers elsewhere',
    'test/http/async/two-gateways.test.ts',
    'wait for what they run before they stop, and give its followers elsewhere the end',
  ],
]);
