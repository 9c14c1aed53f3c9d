import { parseArgs } from 'node:util';
import { attachmentsBench } from './attachments.ts';
import { consoleBench } from './console.ts';
import { doorsBench } from './doors.ts';
import { frontierBench } from './frontier.ts';
import { ATTACK_NAMES, hostileBench } from './hostile.ts';
import { judgingBench } from './judging.ts';
import { ledgerBench } from './ledger.ts';
import { memoryBench } from './memory.ts';
import { overheadBench } from './overhead.ts';
import { panelBench } from './panel.ts';
import { scaleBench } from './scale.ts';
import { streamingBench } from './streaming.ts';
import { throughputBench } from './throughput.ts';

interface Bench {
  readonly summary: string;
  readonly run: () => Promise<void>;
  /** It writes raw figures where `--json` says. */
  readonly writesFigures?: true;
}

/** Benchmarks print ratios of two figures from one run: absolute times mean nothing on a shared machine. */
const BENCHES: Readonly<Record<string, Bench>> = {
  attachments: {
    summary: 'Uploads of 20 MB to 1, 4 and 10 models against the naive way; takes two minutes.',
    run: attachmentsBench,
  },
  console: {
    summary:
      'Long tasks of the browser while the console shows 16 answers that are written at once; takes a minute.',
    run: consoleBench,
  },
  doors: {
    summary:
      'What OpenAI’s endpoints add to the processor time of a call, whole and streamed; takes five minutes.',
    run: () => doorsBench(measuring('doors')),
    writesFigures: true,
  },
  frontier: {
    summary:
      'The highest rate at which requests wait no longer than 1, 5, 10, 25 and 50 ms for the gateway; takes five minutes.',
    run: () => frontierBench({ ...measuring('frontier'), peers: values.peers }),
    writesFigures: true,
  },
  hostile: {
    summary:
      'The longest stall, peak memory and charges under each of some twenty attacks; takes ten minutes.',
    run: () => hostileBench({ ...measuring('hostile'), only: values.only }),
    writesFigures: true,
  },
  judging: {
    summary: 'A judged request against its critical path, upstream latencies simulated.',
    run: judgingBench,
  },
  ledger: {
    summary: 'Processor time of a durable request by thread, on both databases; takes six minutes.',
    run: () => ledgerBench(values.against),
  },
  memory: {
    summary: 'Resident memory under load to its plateau, and what of it comes back; takes two minutes.',
    run: () => memoryBench(measuring('memory')),
    writesFigures: true,
  },
  overhead: {
    summary:
      'What one request at a time waits for the gateway, against the provider alone; takes three minutes.',
    run: () => overheadBench({ ...measuring('overhead'), peers: values.peers }),
    writesFigures: true,
  },
  panel: {
    summary:
      'A judged request to three models, with --peers against the panel of 9Router; takes two minutes.',
    run: () => panelBench({ ...measuring('panel'), peers: values.peers }),
    writesFigures: true,
  },
  scale: {
    summary:
      'Cost with many calls in flight, shared stores and 5,000 models, and the cold start; takes three minutes.',
    run: () => scaleBench(measuring('scale')),
    writesFigures: true,
  },
  streaming: {
    summary:
      'Added time to first token, cost of a token, streams a core carries and their memory against a bare proxy; takes eight minutes.',
    run: () => streamingBench(measuring('streaming')),
    writesFigures: true,
  },
  throughput: {
    summary:
      'Requests a second, added latency and cost against bare node:http and undici; takes eight minutes.',
    run: () => throughputBench({ ...measuring('throughput'), peers: values.peers }),
    writesFigures: true,
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [] },
    json: { type: 'string' },
    against: { type: 'string' },
  },
});

function measuring(name: string): { readonly quick: boolean; readonly jsonPath: string } {
  return { quick: values.quick, jsonPath: values.json ?? `data/bench/${name}.json` };
}

const HELP = `Run the benchmarks.

  npm run bench                 all of them
  npm run bench -- NAME ...     these
  --peers                       with frontier, overhead, panel or throughput: fetches gateways of others and measures them too
  --quick                       fewer and shorter rounds; with hostile: the small attacks only, held for a shorter time.
                                attachments, console, judging and ledger have one length
  --against FOLDER              with ledger: another checkout, whose gateway takes turns with this one's
  --only ATTACK                 with hostile: this attack; may be given several times
  --json FILE                   where the raw figures of one benchmark go (data/bench/NAME.json); attachments, console,
                                judging and ledger write none

${Object.entries(BENCHES)
  .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
  .join('\n')}

Attacks: ${ATTACK_NAMES.join(', ')}

Example: npm run bench -- judging
         npm run bench -- ledger --against ../assay-before
         npm run bench -- hostile --only judge-fences --only unread-scripts
`;

const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
const unknownAttacks = values.only.filter((name) => !ATTACK_NAMES.includes(name));
const chosen = Object.entries(BENCHES).filter(
  ([name]) => positionals.length === 0 || positionals.includes(name),
);
const writers = chosen.filter(([, { writesFigures }]) => writesFigures === true);
if (values.help === true) {
  console.log(HELP);
} else if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}\n\n${HELP}`);
  process.exitCode = 2;
} else if (unknownAttacks.length > 0) {
  console.error(`there is no attack ${unknownAttacks.join(', ')}\n\n${HELP}`);
  process.exitCode = 2;
} else if (values.json !== undefined && writers.length > 1) {
  console.error(
    `one file cannot take the figures of ${writers.map(([name]) => name).join(' and ')}\n\n${HELP}`,
  );
  process.exitCode = 2;
} else {
  for (const [name, { summary, run }] of chosen) {
    console.log(`\n${name}: ${summary}`);
    await run();
  }
}
