import { readKeyList } from './config/key-list.ts';
import {
  readCounters,
  readDatabase,
  type CountersAddress,
  type DatabaseAddress,
} from './config/service-address.ts';
import { ownOrShipped } from './config/shipped-folder.ts';
import { VARIABLES } from './config/variables.ts';
import type { Auth, AccessKey } from './contract.ts';
import { nearestName } from './text/nearest-name.ts';

export type { CountersAddress, DatabaseAddress };
export { VARIABLES };

/** This module alone reads the process environment. All other modules get a frozen `Config`. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** The contract's limits; an operator may lower them. */
export interface Limits {
  readonly models: number;
  readonly judges: number;
  readonly judgeRuns: number;
  readonly promptBytes: number;
  /** All text of a request: prompt, system prompt, history and judges' instructions. */
  readonly textBytes: number;
  readonly attachments: number;
  readonly attachmentBytes: number;
  readonly bodyBytes: number;
  readonly historyTurns: number;
  readonly schemaBytes: number;
  readonly schemaDepth: number;
  readonly schemaNodes: number;
  /** For a whole request. */
  readonly timeoutSeconds: number;
}

export interface Config {
  readonly host: string;
  readonly port: number;
  readonly metricsPort: number;
  /** Whether other gateways of this machine may listen at the same port. */
  readonly reusePort: boolean;
  readonly database: DatabaseAddress;
  readonly counters: CountersAddress;
  /** Whether requests pass while the counters cannot be reached. */
  readonly countersWhenDown: 'open' | 'closed';
  readonly manifestsPath: string;
  readonly calibrationsPath: string;
  readonly panelsPath: string;
  /** Folder of the operator's own plugins. */
  readonly pluginsPath: string | undefined;
  /** Folder of the cached registries. */
  readonly cachePath: string;
  /** Whether the page at /console is served. */
  readonly console: boolean;
  /** Whether the tools at /mcp are served. */
  readonly mcp: boolean;
  readonly creditsPerUsd: number;
  readonly logLevel: string;
  /** Upper bound of a prompt request with its models and judges, in milliseconds. */
  readonly requestTimeoutMs: number;
  /** Upper bound of judging after the last output, in milliseconds. */
  readonly judgeTimeoutMs: number;
  /** How long the gateway still accepts requests after SIGTERM, so that clients can switch to another, in milliseconds. */
  readonly drainDelayMs: number;
  /** How long SIGTERM then waits for requests in flight, in milliseconds. */
  readonly drainTimeoutMs: number;
  /** Upper bound of the time in which the head of a request must arrive, in milliseconds. */
  readonly headersTimeoutMs: number;
  /** Upper bound of the time in which the whole request must arrive, in milliseconds. */
  readonly receiveTimeoutMs: number;
  readonly maxConnections: number;
  /** Upper bound of the texts of one account in the prompt log, in bytes. */
  readonly maxLogBytesPerAccount: number;
  /** Upper bound of the answers in one account's cache, in bytes. */
  readonly maxCacheBytesPerAccount: number;
  /** Upper bound of all request bodies in memory, in bytes. */
  readonly maxBodiesBytes: number;
  /** Upper bound of all replies of running requests, in bytes. */
  readonly maxAnswerBytes: number;
  readonly poolThreads: number;
  readonly poolQueue: number;
  readonly limits: Limits;
}

const BASE_URL_PREFIX = 'ASSAY_BASE_URL_';
/** A client's API key for `assay prompt send`. The shell that starts the gateway may have set it. */
const CLIENT_KEY = 'ASSAY_KEY';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/** @throws Error that names the variable and its valid values. */
export function loadConfig(environment: Environment): Config {
  refuseUnknown(environment);
  const text = (name: string): string => environment[name] ?? fallbackOf(name);
  const integer = (name: string, minimum: number, max: number): number => {
    const value = text(name);
    const parsed = Number(value);
    if (!/^\d{1,12}$/.test(value) || parsed < minimum || parsed > max) {
      throw new Error(`${name} must be a whole number from ${minimum} to ${max}`);
    }
    return parsed;
  };
  const logLevel = text('ASSAY_LOG_LEVEL');
  if (!LOG_LEVELS.includes(logLevel))
    throw new Error(`ASSAY_LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}`);
  const countersWhenDown = text('ASSAY_COUNTERS_WHEN_DOWN');
  if (countersWhenDown !== 'open' && countersWhenDown !== 'closed')
    throw new Error('ASSAY_COUNTERS_WHEN_DOWN must be open or closed');
  const isOn = (name: string): boolean => {
    const value = text(name);
    if (value !== 'on' && value !== 'off') throw new Error(`${name} must be on or off`);
    return value === 'on';
  };
  const requestTimeoutMs = integer('ASSAY_REQUEST_TIMEOUT_MS', 1_000, 7_200_000);
  return Object.freeze({
    host: text('ASSAY_HOST'),
    port: integer('ASSAY_PORT', 0, 65_535),
    metricsPort: integer('ASSAY_METRICS_PORT', 0, 65_535),
    reusePort: isOn('ASSAY_REUSE_PORT'),
    database: readDatabase(text('ASSAY_DATABASE_URL')),
    counters: readCounters(text('ASSAY_COUNTERS_URL')),
    countersWhenDown,
    manifestsPath: environment['ASSAY_MANIFESTS'] ?? ownOrShipped(fallbackOf('ASSAY_MANIFESTS')),
    calibrationsPath: text('ASSAY_CALIBRATIONS'),
    panelsPath: environment['ASSAY_PANELS'] ?? ownOrShipped(fallbackOf('ASSAY_PANELS')),
    pluginsPath: text('ASSAY_PLUGINS') === 'none' ? undefined : text('ASSAY_PLUGINS'),
    cachePath: text('ASSAY_CACHE'),
    console: isOn('ASSAY_CONSOLE'),
    mcp: isOn('ASSAY_MCP'),
    creditsPerUsd: integer('ASSAY_CREDITS_PER_USD', 1, 1_000_000),
    logLevel,
    requestTimeoutMs,
    judgeTimeoutMs: integer('ASSAY_JUDGE_TIMEOUT_MS', 100, 7_200_000),
    drainDelayMs: integer('ASSAY_DRAIN_DELAY_MS', 0, 600_000),
    drainTimeoutMs: integer('ASSAY_DRAIN_TIMEOUT_MS', 0, 3_600_000),
    headersTimeoutMs: integer('ASSAY_HEADERS_TIMEOUT_MS', 100, 600_000),
    receiveTimeoutMs: integer('ASSAY_RECEIVE_TIMEOUT_MS', 100, 3_600_000),
    maxLogBytesPerAccount: integer('ASSAY_MAX_LOG_BYTES_PER_ACCOUNT', 0, 999_999_999_999),
    maxCacheBytesPerAccount: integer('ASSAY_MAX_CACHE_BYTES_PER_ACCOUNT', 0, 999_999_999_999),
    maxConnections: integer('ASSAY_MAX_CONNECTIONS', 1, 1_000_000),
    maxBodiesBytes: readMaxBodies(integer),
    // The minimum is higher, because an account may use half of it.
    maxAnswerBytes: integer('ASSAY_MAX_ANSWER_BYTES', 1_048_576, 274_877_906_944),
    poolThreads: integer('ASSAY_POOL_THREADS', 1, 64),
    poolQueue: integer('ASSAY_POOL_QUEUE', 1, 100_000),
    limits: Object.freeze({
      models: integer('ASSAY_MAX_MODELS', 1, 64),
      judges: integer('ASSAY_MAX_JUDGES', 0, 6),
      judgeRuns: integer('ASSAY_MAX_JUDGE_RUNS', 0, 400),
      promptBytes: integer('ASSAY_MAX_PROMPT_BYTES', 1, 2_000_000),
      textBytes: integer('ASSAY_MAX_TEXT_BYTES', 1, 31_457_280),
      attachments: integer('ASSAY_MAX_ATTACHMENTS', 0, 10),
      attachmentBytes: integer('ASSAY_MAX_ATTACHMENT_BYTES', 1, 20_971_520),
      bodyBytes: integer('ASSAY_MAX_BODY_BYTES', 1_024, 31_457_280),
      historyTurns: integer('ASSAY_MAX_HISTORY_TURNS', 0, 200),
      schemaBytes: integer('ASSAY_MAX_SCHEMA_BYTES', 2, 65_536),
      schemaDepth: integer('ASSAY_MAX_SCHEMA_DEPTH', 1, 32),
      schemaNodes: integer('ASSAY_MAX_SCHEMA_NODES', 1, 2_000),
      timeoutSeconds: Math.floor(requestTimeoutMs / 1_000),
    }),
  });
}

/** An account may use half of it, so with less than two of the largest bodies, such a body would always be refused. */
function readMaxBodies(integer: (name: string, minimum: number, max: number) => number): number {
  const bytes = integer('ASSAY_MAX_BODIES_BYTES', 2_048, 274_877_906_944);
  if (bytes < 2 * integer('ASSAY_MAX_BODY_BYTES', 1_024, 31_457_280))
    throw new Error('ASSAY_MAX_BODIES_BYTES must be at least twice ASSAY_MAX_BODY_BYTES');
  return bytes;
}

/** An unknown ASSAY_ variable prevents the start, because a typo in a limit must not be ignored. */
function refuseUnknown(environment: Environment): void {
  for (const name of Object.keys(environment)) {
    if (!name.startsWith('ASSAY_') || name.startsWith(BASE_URL_PREFIX) || name === CLIENT_KEY) continue;
    if (VARIABLES.some((variable) => variable.name === name)) continue;
    const nearest = nearestName(
      name,
      VARIABLES.map((variable) => variable.name),
    );
    const hint = nearest === undefined ? 'docs/configuration.md lists them' : `did you mean ${nearest}?`;
    throw new Error(`${name} is not a variable of Assay; ${hint}`);
  }
}

function fallbackOf(name: string): string {
  const variable = VARIABLES.find((candidate) => candidate.name === name);
  if (variable === undefined) throw new Error(`${name} has no row in VARIABLES`);
  return variable.fallback;
}

/** The URL that replaces a manifest's `baseUrl`. @throws Error if it is not a plain http(s) URL. */
export function baseUrlOverride(environment: Environment, providerId: string): string | undefined {
  const name = baseUrlVariable(providerId);
  const value = environment[name];
  if (value === undefined || value === '') return undefined;
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain =
    url !== undefined &&
    ['http:', 'https:'].includes(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '';
  if (!isPlain) throw new Error(`${name} must be an http(s) URL without user, query or fragment`);
  return value.replace(/\/+$/, '');
}

/** A typo in a provider's name must not be ignored either. @throws Error that names the variable and the providers. */
export function refuseUnknownBaseUrls(environment: Environment, providerIds: readonly string[]): void {
  const variables = providerIds.map(baseUrlVariable);
  const unknownName = Object.keys(environment).find(
    (name) => name.startsWith(BASE_URL_PREFIX) && !variables.includes(name),
  );
  if (unknownName === undefined) return;
  throw new Error(`${unknownName} names no provider of the manifests; there are ${variables.join(', ')}`);
}

function baseUrlVariable(providerId: string): string {
  return BASE_URL_PREFIX + providerId.toUpperCase().replaceAll('-', '_');
}

export type Credentials =
  | { readonly kind: 'token'; readonly header: string; readonly value: string }
  | { readonly kind: 'accessKey'; readonly accessKey: AccessKey }
  /** The provider needs no key. */
  | { readonly kind: 'none' };

/** The sandbox's value for every provider's key. */
export const SANDBOX_KEY = 'sandbox';

/** Whether the sandbox simulates the provider. */
export function isSandboxKey(credentials: Credentials): boolean {
  return credentials.kind === 'token' && credentials.value.replace(/^Bearer /, '') === SANDBOX_KEY;
}

/**
 * Reads the credentials of a manifest's `auth` from the environment, in the order of rotation; none if the operator has set
 * no key.
 * @throws Error that names the variable whose keys cannot be read.
 */
export function readCredentials(environment: Environment, auth: Auth): readonly Credentials[] {
  if (auth.scheme === 'none') return [{ kind: 'none' }];
  if (auth.scheme === 'sigv4') {
    const bearers = bearerKeys(environment, auth.bearerEnv);
    return bearers.length > 0 ? bearers : readAccessKey(environment, auth);
  }
  if (auth.scheme === 'bearer') return bearerKeys(environment, auth.env);
  const keys = readKeyList(auth.env, environment[auth.env]);
  return keys.map((value) => ({ kind: 'token', header: auth.header, value }));
}

/** The variable of a provider's key; undefined if it needs none. */
export function keyVariable(auth: Auth): string | undefined {
  if (auth.scheme === 'none') return undefined;
  return auth.scheme === 'sigv4' ? auth.bearerEnv : auth.env;
}

function bearerKeys(environment: Environment, variable: string): readonly Credentials[] {
  const keys = readKeyList(variable, environment[variable]);
  return keys.map((key) => ({ kind: 'token', header: 'authorization', value: `Bearer ${key}` }));
}

type SigningAuth = Extract<Auth, { scheme: 'sigv4' }>;

/** Reads an access key, whose parts are in three variables. There can be only one. */
function readAccessKey(environment: Environment, auth: SigningAuth): readonly Credentials[] {
  const read = (name: string): string | undefined => environment[name] || undefined;
  const accessKeyId = read(auth.accessKeyIdEnv);
  const secretAccessKey = read(auth.secretAccessKeyEnv);
  if (accessKeyId === undefined || secretAccessKey === undefined) return [];
  const region = regionOf(environment, auth);
  const sessionToken = read(auth.sessionTokenEnv);
  const accessKey = { accessKeyId, secretAccessKey, sessionToken, region, service: auth.service };
  return [{ kind: 'accessKey', accessKey }];
}

/** @throws Error if the region could change the host that it becomes a part of. */
export function regionOf(environment: Environment, auth: SigningAuth): string {
  const region = environment[auth.regionEnv] || auth.defaultRegion;
  if (!/^[a-z0-9-]{1,32}$/.test(region))
    throw new Error(`${auth.regionEnv} must be a region such as ${auth.defaultRegion}`);
  return region;
}
