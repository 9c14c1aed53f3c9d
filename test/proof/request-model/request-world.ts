import { createKeyedAccount } from '../../support/gateways/keyed-account.ts';
import type { LedgerAdmin } from '../../../core/ledger/administration/ledger-admin.ts';
import type { HoldRule } from '../../../core/ledger/administration/settings.ts';
import { startGatewayProcess, type Exit, type GatewayProcess } from '../../support/gateways/run-gateway.ts';
import type { ChildEnvironment } from '../../support/gateways/run-process.ts';
import { sandboxEnvironment } from '../../../core/sandbox/environment.ts';
import {
  startSandboxUpstream,
  type SandboxCall,
  type SandboxReply,
  type SandboxUpstream,
} from '../../../core/sandbox/upstream.ts';
import { ask, type Answer, type Question } from '../ask-gateway.ts';
import type { Store } from '../stores/books.ts';
import { MARKUP_MILLI, providerOf, type CallUsage } from '../model-prices.ts';
import type { ScriptedRequest } from './scripted-request.ts';
import { undatedEnvironment } from '../../support/gateways/undated-manifests.ts';

const MICRO = 1_000_000;
const LONG_PAUSE_S = '3600';
const MAX_POLLS = 2_000;
const POLL_MS = 10;

/** One request as the providers see it. */
interface Staged {
  readonly request: ScriptedRequest;
  /** Calls of models wait for it; those of judges never do. */
  readonly released: Promise<void>;
  calls: number;
  readonly onCall: () => void;
}

/** A request whose models are made to wait. */
export interface Hold {
  /** Every model has been called. */
  readonly arrived: Promise<void>;
  release(): void;
}

/** The real side of the model: gateway processes, one after the other, over one store, and their providers. */
export class RequestWorld {
  readonly store: Store;
  readonly #ledger: LedgerAdmin;
  readonly #upstream: SandboxUpstream;
  readonly #environment: ChildEnvironment;
  readonly #staged: Map<string, Staged>;
  #gateway: GatewayProcess | undefined;

  private constructor(
    store: Store,
    parts: { ledger: LedgerAdmin; upstream: SandboxUpstream; staged: Map<string, Staged> },
  ) {
    this.store = store;
    this.#ledger = parts.ledger;
    this.#upstream = parts.upstream;
    this.#staged = parts.staged;
    this.#environment = {
      ...(sandboxEnvironment(parts.upstream) as ChildEnvironment),
      ...undatedEnvironment(),
      ASSAY_DATABASE_URL: store.url,
      ASSAY_PORT: '0',
      ASSAY_METRICS_PORT: '0',
    };
  }

  static async open(store: Store): Promise<RequestWorld> {
    const ledger = await store.open();
    const staged = new Map<string, Staged>();
    const upstream = await startSandboxUpstream({ reply: (call) => perform(call, staged) });
    return new RequestWorld(store, { ledger, upstream, staged });
  }

  get isRunning(): boolean {
    return this.#gateway !== undefined;
  }

  async start(): Promise<void> {
    await this.store.lapse();
    this.#gateway = await startGatewayProcess(this.#environment);
  }

  async end(signal: 'SIGKILL' | 'SIGTERM'): Promise<Exit> {
    const gateway = this.#running();
    gateway.signal(signal);
    this.#gateway = undefined;
    return await gateway.exited;
  }

  /** @returns its key. */
  async newAccount(name: string, microCredits: number, holds: HoldRule): Promise<string> {
    const settings = { markupMilli: MARKUP_MILLI, holds };
    return (await createKeyedAccount(this.#ledger, name, microCredits, settings)).key;
  }

  async grant(name: string, microCredits: number): Promise<void> {
    await this.#ledger.adjustCredits(name, microCredits);
  }

  /** As an operator sees it, whether a gateway runs or not. */
  async balance(name: string): Promise<{ readonly posted: number; readonly reserved: number }> {
    const found = (await this.#ledger.listAccounts()).find((account) => account.name === name);
    return {
      posted: found?.postedMicroCredits ?? Number.NaN,
      reserved: found?.heldMicroCredits ?? Number.NaN,
    };
  }

  async untilNothingReserved(name: string): Promise<void> {
    for (let poll = 0; poll < MAX_POLLS; poll += 1) {
      if ((await this.balance(name)).reserved === 0) return;
      await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    }
    throw new Error('A hold is neither charged nor given back.');
  }

  /** What the operator bore, micro-credits. */
  async absorbed(name: string): Promise<number> {
    const entries = await this.#ledger.history(name, 10_000);
    return entries
      .filter(({ kind }) => kind === 'absorbed')
      .reduce((sum, { microCredits }) => sum + microCredits, 0);
  }

  async problems(): Promise<readonly unknown[]> {
    return await this.#ledger.check();
  }

  /** Tells the providers how to answer the calls of a request, at once. */
  stage(id: string, request: ScriptedRequest): void {
    this.#staged.set(id, { request, released: Promise.resolve(), calls: 0, onCall: () => {} });
  }

  stageHeld(id: string, request: ScriptedRequest): Hold {
    const gate = Promise.withResolvers<void>();
    const arrival = Promise.withResolvers<void>();
    const staged: Staged = {
      request,
      released: gate.promise,
      calls: 0,
      onCall: () => {
        if (staged.calls === request.models.length) arrival.resolve();
      },
    };
    this.#staged.set(id, staged);
    return { arrived: arrival.promise, release: () => gate.resolve() };
  }

  /** Calls of any provider for a request since it was staged. */
  callsOf(id: string): number {
    return this.#staged.get(id)?.calls ?? 0;
  }

  async ask(question: Question): Promise<Answer | undefined> {
    return await ask(this.#running().url, question);
  }

  /** What the request would hold, and cost at most, micro-credits. */
  async quote(key: string, body: object): Promise<{ readonly hold: number; readonly atMost: number }> {
    const reply = await fetch(`${this.#running().url}/api/v1/prompt/quote`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const { creditsRequired, creditsAtMost } = (await reply.json()) as Readonly<Record<string, number>>;
    return {
      hold: Math.round((creditsRequired ?? Number.NaN) * MICRO),
      atMost: Math.round((creditsAtMost ?? Number.NaN) * MICRO),
    };
  }

  /** A few answers of a server that has one thread: whatever had reached it before is dealt with by then. */
  async settleDown(key: string): Promise<void> {
    for (let turn = 0; turn < 3; turn += 1) {
      const reply = await fetch(`${this.#running().url}/api/v1/balance`, {
        headers: { authorization: `Bearer ${key}` },
      });
      await reply.text();
    }
  }

  async close(): Promise<void> {
    if (this.isRunning) await this.end('SIGKILL');
    await this.#upstream.stop();
    await this.#ledger.close();
    await this.store.remove();
  }

  #running(): GatewayProcess {
    if (this.#gateway === undefined) throw new Error('No gateway runs.');
    return this.#gateway;
  }
}

async function perform(call: SandboxCall, staged: ReadonlyMap<string, Staged>): Promise<SandboxReply> {
  const said = call.turns.map(({ text }) => text).join('\n');
  const entry = staged.get(/id:(\w+-\d+);/.exec(said)?.[1] ?? '');
  if (entry === undefined) throw new Error('A provider was called for a request nobody sent.');
  entry.calls += 1;
  entry.onCall();
  const judges = said.includes('<<<FIRST ');
  if (!judges) await entry.released;
  const cast = judges ? entry.request.judges : entry.request.models;
  const script = cast.find(({ model }) => providerOf(model) === call.provider)?.script;
  if (script === undefined) throw new Error('A model was called that the request does not name.');
  switch (script.kind) {
    case 'answers':
      return { content: judges ? VERDICT : 'An answer.', usage: usageOf(script.usage) };
    case 'mumbles':
      return { content: 'Hard to say.', usage: usageOf(script.usage) };
    case 'limits':
      return { status: 429, headers: { 'retry-after': LONG_PAUSE_S } };
    case 'refuses':
      break;
  }
  return { status: 400 };
}

const VERDICT = JSON.stringify({
  first_notes: '',
  second_notes: '',
  reasoning: '',
  verdict: 'tie',
  confidence: 1,
});

function usageOf(usage: CallUsage) {
  return { ...usage, reasoningTokens: 0 };
}
