import { parseArgs } from 'node:util';
import { attachmentsBench } from './attachments.ts';
import { judgingBench } from './judging.ts';
import { ledgerBench } from './ledger.ts';
import { throughputBench } from './throughput.ts';

/** Benchmarks print ratios of two figures from one run: absolute times mean nothing on a shared machine. */
const BENCHES: Readonly<Record<string, { readonly summary: string; readonly run: () => Promise<void> }>> = {
  attachments: {
    summary: 'Uploads of 20 MB to 1, 4 and 10 models against the naive way; takes two minutes.',
    run: attachmentsBench,
  },
  judging: {
    summary: 'A judged request against its critical path, upstream latencies simulated.',
    run: judgingBench,
  },
  ledger: {
    summary: 'Durable requests a second against the same gateway with its ledger off; takes a minute.',
    run: ledgerBench,
  },
  throughput: {
    summary:
      'Requests a second, added latency and cost against bare node:http and undici; takes six minutes.',
    run: () => throughputBench({ peers: values.peers, quick: values.quick, jsonPath: values.json }),
  },
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    help: { type: 'boolean', short: 'h' },
    peers: { type: 'boolean', default: false },
    quick: { type: 'boolean', default: false },
    json: { type: 'string', default: 'data/bench/throughput.json' },
  },
});

const HELP = `Run the benchmarks.

  npm run bench                 all of them
  npm run bench -- NAME ...     these
  --peers                       with throughput: fetches two gateways of others and measures them too
  --quick                       with throughput: a few of its cells only
  --json FILE                   with throughput: where the raw figures go (data/bench/throughput.json)

${Object.entries(BENCHES)
  .map(([name, { summary }]) => `  ${name.padEnd(11)} ${summary}`)
  .join('\n')}

Example: npm run bench -- judging
`;

const unknown = positionals.filter((name) => !Object.hasOwn(BENCHES, name));
if (values.help === true) {
  console.log(HELP);
} else if (unknown.length > 0) {
  console.error(`there is no benchmark ${unknown.join(', ')}\n\n${HELP}`);
  process.exitCode = 2;
} else {
  const chosen = Object.entries(BENCHES).filter(
    ([name]) => positionals.length === 0 || positionals.includes(name),
  );
  for (const [name, { summary, run }] of chosen) {
    console.log(`\n${name}: ${summary}`);
    await run();
  }
}
