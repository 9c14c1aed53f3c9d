import type { Auth, AccessKey } from './contract.ts';

/** The only reader of the process environment. Everything else is handed a frozen `Config`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The contract's limits; an operator may lower them. */
export interface Limits {
  readonly models: number;
  readonly judges: number;
  readonly judgeRuns: number;
  readonly promptBytes: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
  readonly bodyBytes: number;
  readonly historyTurns: number;
  readonly schemaBytes: number;
  readonly schemaDepth: number;
  readonly schemaNodes: number;
}

/** Where the ledger is kept. */
export type DatabaseAddress =
  | { readonly kind: 'sqlite'; readonly path: string }
  /** It may hold a password, so it is not enumerable: nothing that prints or logs a config shows it. */
  | { readonly kind: 'postgres'; readonly url: string };

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  readonly database: DatabaseAddress;
  readonly manifestsPath: string;
  readonly creditsPerUsd: number;
  readonly logLevel: string;
  /** The whole of one prompt request, models and judges, milliseconds. */
  readonly requestTimeoutMs: number;
  /** For the judges from the last output on, milliseconds. */
  readonly judgeTimeoutMs: number;
  /** How long SIGTERM waits for requests in flight, milliseconds. */
  readonly drainTimeoutMs: number;
  readonly maxConnections: number;
  readonly poolThreads: number;
  readonly poolQueue: number;
  readonly limits: Limits;
}

export interface Variable {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
}

/** Every variable, its default and its meaning; `assay --help` and a test of the README read it. */
export const VARIABLES: readonly Variable[] = [
  { name: 'ASSAY_HOST', fallback: '127.0.0.1', meaning: 'Address both listeners bind to.' },
  { name: 'ASSAY_PORT', fallback: '8080', meaning: 'Port of the API; 0 takes a free one.' },
  {
    name: 'ASSAY_METRICS_PORT',
    fallback: '9464',
    meaning: 'Port of /metrics, /healthz and /readyz; 0 takes a free one.',
  },
  {
    name: 'ASSAY_DATABASE_URL',
    fallback: 'file:./data/assay.db',
    meaning:
      'The ledger: a SQLite file, or postgres://USER:PASSWORD@HOST:PORT/DATABASE for several gateways.',
  },
  { name: 'ASSAY_MANIFESTS', fallback: './manifests', meaning: 'Folder of provider manifests.' },
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
    name: 'ASSAY_DRAIN_TIMEOUT_MS',
    fallback: '30000',
    meaning: 'How long SIGTERM waits for requests in flight.',
  },
  { name: 'ASSAY_MAX_CONNECTIONS', fallback: '10000', meaning: 'Open client connections.' },
  {
    name: 'ASSAY_POOL_THREADS',
    fallback: '1',
    meaning: 'Worker threads for large bodies and schema checks.',
  },
  { name: 'ASSAY_POOL_QUEUE', fallback: '256', meaning: 'Tasks that may wait for a worker thread.' },
  { name: 'ASSAY_MAX_MODELS', fallback: '64', meaning: 'Entries of `models`.' },
  { name: 'ASSAY_MAX_JUDGES', fallback: '6', meaning: 'Entries of `judges`.' },
  {
    name: 'ASSAY_MAX_JUDGE_RUNS',
    fallback: '400',
    meaning: 'Judge runs of one request: two per pair and judge.',
  },
  { name: 'ASSAY_MAX_PROMPT_BYTES', fallback: '2000000', meaning: 'UTF-8 bytes of `prompt`.' },
  { name: 'ASSAY_MAX_ATTACHMENTS', fallback: '10', meaning: 'Entries of `attachments`.' },
  { name: 'ASSAY_MAX_ATTACHMENT_BYTES', fallback: '20971520', meaning: 'Decoded bytes of one attachment.' },
  { name: 'ASSAY_MAX_BODY_BYTES', fallback: '31457280', meaning: 'Bytes of a request body.' },
  { name: 'ASSAY_MAX_HISTORY_TURNS', fallback: '200', meaning: 'Entries of `history`.' },
  { name: 'ASSAY_MAX_SCHEMA_BYTES', fallback: '65536', meaning: 'Bytes of `response_schema` as JSON.' },
  { name: 'ASSAY_MAX_SCHEMA_DEPTH', fallback: '32', meaning: 'Nesting of `response_schema`.' },
  { name: 'ASSAY_MAX_SCHEMA_NODES', fallback: '2000', meaning: 'Values inside `response_schema`.' },
];

const BASE_URL_PREFIX = 'ASSAY_BASE_URL_';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws Error naming the variable and what it takes. */
export function loadConfig(environment: Environment): Config {
  refuseUnknown(environment);
  const text = (name: string): string => environment[name] ?? fallbackOf(name);
  const integer = (name: string, minimum: number, maximum: number): number => {
    const value = text(name);
    const parsed = Number(value);
    if (!/^\d{1,12}$/.test(value) || parsed < minimum || parsed > maximum) {
      throw new Error(`${name} must be a whole number from ${minimum} to ${maximum}`);
    }
    return parsed;
  };
  const logLevel = text('ASSAY_LOG_LEVEL');
  if (!LOG_LEVELS.includes(logLevel))
    throw new Error(`ASSAY_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  return Object.freeze({
    host: text('ASSAY_HOST'),
    port: integer('ASSAY_PORT', 0, 65_535),
    metricsPort: integer('ASSAY_METRICS_PORT', 0, 65_535),
    database: readDatabase(text('ASSAY_DATABASE_URL')),
    manifestsPath: text('ASSAY_MANIFESTS'),
    creditsPerUsd: integer('ASSAY_CREDITS_PER_USD', 1, 1_000_000),
    logLevel,
    requestTimeoutMs: integer('ASSAY_REQUEST_TIMEOUT_MS', 1_000, 7_200_000),
    judgeTimeoutMs: integer('ASSAY_JUDGE_TIMEOUT_MS', 100, 7_200_000),
    drainTimeoutMs: integer('ASSAY_DRAIN_TIMEOUT_MS', 0, 3_600_000),
    maxConnections: integer('ASSAY_MAX_CONNECTIONS', 1, 1_000_000),
    poolThreads: integer('ASSAY_POOL_THREADS', 1, 64),
    poolQueue: integer('ASSAY_POOL_QUEUE', 1, 100_000),
    limits: Object.freeze({
      models: integer('ASSAY_MAX_MODELS', 1, 64),
      judges: integer('ASSAY_MAX_JUDGES', 0, 6),
      judgeRuns: integer('ASSAY_MAX_JUDGE_RUNS', 0, 400),
      promptBytes: integer('ASSAY_MAX_PROMPT_BYTES', 1, 2_000_000),
      attachments: integer('ASSAY_MAX_ATTACHMENTS', 0, 10),
      attachmentBytes: integer('ASSAY_MAX_ATTACHMENT_BYTES', 1, 20_971_520),
      bodyBytes: integer('ASSAY_MAX_BODY_BYTES', 1_024, 31_457_280),
      historyTurns: integer('ASSAY_MAX_HISTORY_TURNS', 0, 200),
      schemaBytes: integer('ASSAY_MAX_SCHEMA_BYTES', 2, 65_536),
      schemaDepth: integer('ASSAY_MAX_SCHEMA_DEPTH', 1, 32),
      schemaNodes: integer('ASSAY_MAX_SCHEMA_NODES', 1, 2_000),
    }),
  });
}

/** A typo in a limit must not be ignored, so an unknown ASSAY_ variable stops the start. */
function refuseUnknown(environment: Environment): void {
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('ASSAY_') || name.startsWith(BASE_URL_PREFIX)) continue;
    if (VARIABLES.some((variable) => variable.name === name)) continue;
    throw new Error(`${name} is not a variable of Assay; "node core/main.ts --help" lists them`);
  }
}

function fallbackOf(name: string): string {
  const variable = VARIABLES.find((candidate) => candidate.name === name);
  if (variable === undefined) throw new Error(`${name} has no row in VARIABLES`);
  return variable.fallback;
}

/** @throws Error that never quotes the value: it may hold a password. */
function readDatabase(value: string): DatabaseAddress {
  if (value.startsWith('file:') && value.length > 'file:'.length)
    return Object.freeze({ kind: 'sqlite', path: value.slice('file:'.length) });
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url === undefined || !['postgres:', 'postgresql:'].includes(url.protocol) || url.pathname.length < 2)
    throw new Error(
      'ASSAY_DATABASE_URL must be a SQLite file such as file:./data/assay.db, or a PostgreSQL database such as postgres://USER:PASSWORD@HOST:5432/DATABASE',
    );
  const address: DatabaseAddress = { kind: 'postgres', url: value };
  return Object.freeze(Object.defineProperty(address, 'url', { enumerable: false }));
}

/** Replaces a manifest's `baseUrl` whole. @throws Error where it is no plain http(s) URL. */
export function baseUrlOverride(environment: Environment, providerId: string): string | undefined {
  const name = baseUrlVariable(providerId);
  const value = environment[name];
  if (value === undefined || value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const plain =
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.search === '';
  if (!plain || url.hash !== '')
    throw new Error(`${name} must be an http(s) URL without user, query or fragment`);
  return value.replace(/\/+$/, '');
}

/** A typo in a provider's name must not be ignored either. @throws Error naming the variable and the providers. */
export function refuseUnknownBaseUrls(environment: Environment, providerIds: readonly string[]): void {
  const known = providerIds.map(baseUrlVariable);
  const unknown = Object.keys(environment).find(
    (name) => name.startsWith(BASE_URL_PREFIX) && !known.includes(name),
  );
  if (unknown === undefined) return;
  throw new Error(`${unknown} names no provider of the manifests; there are ${known.join(', ')}`);
}

function baseUrlVariable(providerId: string): string {
  return BASE_URL_PREFIX + providerId.toUpperCase().replaceAll('-', '_');
}

export type Credentials =
  | { readonly kind: 'token'; readonly header: string; readonly value: string }
  | { readonly kind: 'accessKey'; readonly accessKey: AccessKey };

/** What the manifest's `auth` finds in the environment; undefined where the operator has set no key. */
export function readCredentials(environment: Environment, auth: Auth): Credentials | undefined {
  const read = (name: string): string | undefined => environment[name] || undefined;
  if (auth.scheme === 'sigv4') {
    const bearer = read(auth.bearerEnv);
    if (bearer !== undefined) return { kind: 'token', header: 'authorization', value: `Bearer ${bearer}` };
    const accessKeyId = read(auth.accessKeyIdEnv);
    const secretAccessKey = read(auth.secretAccessKeyEnv);
    if (accessKeyId === undefined || secretAccessKey === undefined) return undefined;
    const region = regionOf(environment, auth);
    const sessionToken = read(auth.sessionTokenEnv);
    return {
      kind: 'accessKey',
      accessKey: { accessKeyId, secretAccessKey, sessionToken, region, service: auth.service },
    };
  }
  const key = read(auth.env);
  if (key === undefined) return undefined;
  if (auth.scheme === 'bearer') return { kind: 'token', header: 'authorization', value: `Bearer ${key}` };
  return { kind: 'token', header: auth.header, value: key };
}

/** @throws Error where the region could change the host it is put into. */
export function regionOf(environment: Environment, auth: Extract<Auth, { scheme: 'sigv4' }>): string {
  const region = environment[auth.regionEnv] || auth.defaultRegion;
  if (!/^[a-z0-9-]{1,32}$/.test(region))
    throw new Error(`${auth.regionEnv} must be a region such as ${auth.defaultRegion}`);
  return region;
}
