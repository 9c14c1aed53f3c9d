import { CACHE_FALLBACK } from './cache-fallback.js';

export interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** Every variable, its default and its meaning; `npm run codegen` writes docs/configuration.md from it. */
export const VARIABLES: readonly Variable[] = [
  { name: 'ASSAY_HOST', fallback: '127.0.0.1', meaning: 'Address both listeners bind to.' },
  {
    name: 'ASSAY_PORT',
    fallback: '8080',
    meaning:
      'Port of the API; 0 takes a free one. `assay login`, `prompt send`, `prompt list`, `prompt show`, `eval`, `judge calibrate` and `judge labels` use it if `--url` is not given.',
  },
  {
    name: 'ASSAY_METRICS_PORT',
    fallback: '9464',
    meaning: 'Port of /metrics, /healthz, /readyz, /-/reload and /admin/v1; 0 takes a free one.',
  },
  {
    name: 'ASSAY_REUSE_PORT',
    fallback: 'off',
    meaning:
      'Whether several gateways of one machine may listen at ASSAY_PORT: on or off. Each needs its own ASSAY_METRICS_PORT.',
  },
  {
    name: 'ASSAY_DATABASE_URL',
    fallback: 'file:./data/assay.db',
    meaning:
      'The ledger: a SQLite file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE for several gateways.',
  },
  {
    name: 'ASSAY_COUNTERS_URL',
    fallback: 'none',
    meaning:
      'The rate counters: none keeps them in process, redis:// or rediss://USER:PASSWORD@HOST:PORT shares them among gateways.',
  },
  {
    name: 'ASSAY_COUNTERS_WHEN_DOWN',
    fallback: 'open',
    meaning:
      'While shared counters cannot be reached: open lets requests pass uncounted, closed answers 503.',
  },
  {
    name: 'ASSAY_MANIFESTS',
    fallback: './manifests',
    meaning:
      'Folder of provider manifests; if the default folder is missing, the one that comes with Assay. After you create ./manifests, restart the gateway.',
  },
  {
    name: 'ASSAY_CALIBRATIONS',
    fallback: './calibrations',
    meaning: 'Folder of calibrations of judges; the default folder may be missing.',
  },
  {
    name: 'ASSAY_PANELS',
    fallback: './panels',
    meaning:
      'Folder of panels, which clients name as models; if the default folder is missing, the one that comes with Assay.',
  },
  {
    name: 'ASSAY_PLUGINS',
    fallback: 'none',
    meaning: 'Folder of your own plugins, beside the built-in ones.',
  },
  {
    name: 'ASSAY_CACHE',
    fallback: CACHE_FALLBACK,
    meaning: 'Folder for compiled code and for registries of changed manifests; it may be emptied.',
  },
  { name: 'ASSAY_CONSOLE', fallback: 'on', meaning: 'The page at /console: on or off.' },
  { name: 'ASSAY_MCP', fallback: 'on', meaning: 'The tools at /mcp: on or off.' },
  { name: 'ASSAY_CREDITS_PER_USD', fallback: '100', meaning: 'Credits in one US dollar, a whole number.' },
  { name: 'ASSAY_LOG_LEVEL', fallback: 'info', meaning: 'fatal, error, warn, info, debug, trace or silent.' },
  {
    name: 'ASSAY_REQUEST_TIMEOUT_MS',
    fallback: '900000',
    meaning: 'Longest time one prompt request may run.',
  },
  {
    name: 'ASSAY_JUDGE_TIMEOUT_MS',
    fallback: '300000',
    meaning: 'Longest time the judges may take after the last output.',
  },
  {
    name: 'ASSAY_DRAIN_DELAY_MS',
    fallback: '0',
    meaning:
      'How long the gateway goes on taking requests after SIGTERM, while /readyz answers 503. Set it longer than your load balancer takes to notice.',
  },
  {
    name: 'ASSAY_DRAIN_TIMEOUT_MS',
    fallback: '30000',
    meaning: 'How long SIGTERM waits for requests in flight.',
  },
  {
    name: 'ASSAY_HEADERS_TIMEOUT_MS',
    fallback: '10000',
    meaning: 'Longest time the headers of a request may take to arrive.',
  },
  {
    name: 'ASSAY_RECEIVE_TIMEOUT_MS',
    fallback: '30000',
    meaning: 'Longest time a whole request may take to arrive.',
  },
  {
    name: 'ASSAY_MAX_CONNECTIONS',
    fallback: '10000',
    meaning:
      'Open client connections. At the limit, a new connection replaces one without a valid key: one that does not read its answer, else the longest idle. If all have keys, it replaces the longest idle one.',
  },
  {
    name: 'ASSAY_MAX_LOG_BYTES_PER_ACCOUNT',
    fallback: '1000000000',
    meaning:
      'Bytes of request and response texts kept for one account; beyond it, its oldest texts are deleted. 0 keeps none.',
  },
  {
    name: 'ASSAY_MAX_CACHE_BYTES_PER_ACCOUNT',
    fallback: '100000000',
    meaning:
      'Bytes of answers kept in the cache of one account; beyond it, its oldest answers are deleted. 0 keeps none.',
  },
  {
    name: 'ASSAY_POOL_THREADS',
    fallback: '2',
    meaning:
      'Worker threads for long bodies and texts; the same number again for schemas and for long replies. With two or more, one is reserved for short tasks of accounts that have used little recently.',
  },
  {
    name: 'ASSAY_POOL_QUEUE',
    fallback: '256',
    meaning: 'Tasks that may wait for each kind of worker thread. One account may fill a quarter.',
  },
  { name: 'ASSAY_MAX_MODELS', fallback: '64', meaning: 'Entries of `models`.' },
  { name: 'ASSAY_MAX_JUDGES', fallback: '6', meaning: 'Entries of `judges`.' },
  {
    name: 'ASSAY_MAX_JUDGE_RUNS',
    fallback: '400',
    meaning: 'Judge runs of one request: two per pair and judge.',
  },
  { name: 'ASSAY_MAX_PROMPT_BYTES', fallback: '2000000', meaning: 'Bytes of UTF-8 of `prompt`.' },
  {
    name: 'ASSAY_MAX_TEXT_BYTES',
    fallback: '4000000',
    meaning: 'UTF-8 bytes of all text in a request: prompt, system prompt, history and judge instructions.',
  },
  { name: 'ASSAY_MAX_ATTACHMENTS', fallback: '10', meaning: 'Entries of `attachments`.' },
  { name: 'ASSAY_MAX_ATTACHMENT_BYTES', fallback: '20971520', meaning: 'Decoded bytes of one attachment.' },
  { name: 'ASSAY_MAX_BODY_BYTES', fallback: '31457280', meaning: 'Bytes of a request body.' },
  {
    name: 'ASSAY_MAX_BODIES_BYTES',
    fallback: '268435456',
    meaning:
      'Bytes of all request bodies that are being received or held, of answers repeated at `/v1`, and of earlier answers out of the cache; at least twice ASSAY_MAX_BODY_BYTES. One account can hold at most as much as it leaves free for others.',
  },
  {
    name: 'ASSAY_MAX_ANSWER_BYTES',
    fallback: '268435456',
    meaning:
      'Bytes of all models’ and judges’ replies that are being received, or kept until their request is answered. One account can hold at most as much as it leaves free for others. Beyond it replies wait some seconds, then fail as `overloaded`.',
  },
  { name: 'ASSAY_MAX_HISTORY_TURNS', fallback: '200', meaning: 'Entries of `history`.' },
  { name: 'ASSAY_MAX_SCHEMA_BYTES', fallback: '65536', meaning: 'Bytes of `response_schema` as JSON.' },
  { name: 'ASSAY_MAX_SCHEMA_DEPTH', fallback: '32', meaning: 'Nesting of `response_schema`.' },
  { name: 'ASSAY_MAX_SCHEMA_NODES', fallback: '2000', meaning: 'Values inside `response_schema`.' },
];
