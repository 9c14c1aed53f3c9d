import { createKeyedAccount } from '../support/gateways/keyed-account.ts';
import { createWebhookSecret } from '../../core/administration/webhooks.ts';
import type { Exit } from '../support/gateways/run-gateway.ts';
import type { ChildEnvironment } from '../support/gateways/run-process.ts';
import { sandboxEnvironment } from '../../core/sandbox/environment.ts';
import { startSandboxUpstream, type SandboxUpstream } from '../../core/sandbox/upstream.ts';
import { ask, type Answer } from './ask-gateway.ts';
import type { Store } from './stores/books.ts';
import { JUDGED_PROMPT, judgedReply, STREAMED_PROMPT } from './judged-prompt.ts';
import { launchProbed, startProbed, type ProbedGateway } from './probe/probed-gateway.ts';
import { WEBHOOK_PATH, type ProbePlan } from './probe/probe-plan.ts';
import { undatedEnvironment } from '../support/gateways/undated-manifests.ts';

/** Micro-credits: enough for every request of a lane to be held at once. */
export const GRANT = 1_000_000_000_000;
const END_TIMEOUT_MS = 120_000;
/** Nobody listens there, so every event stays in the outbox. */
const UNHEARD = `http://127.0.0.1:1${WEBHOOK_PATH}`;

interface LaneParts {
  readonly store: Store;
  readonly folder: string;
  readonly upstream: SandboxUpstream;
  readonly environment: ChildEnvironment;
  readonly key: string;
  readonly watch: { asking: boolean; unheldCalls: number };
}

/** One store with one account, and one gateway after another over it. */
export class Lane {
  readonly #parts: LaneParts;
  #gateway: (ProbedGateway & { readonly url: string }) | undefined;

  private constructor(parts: LaneParts) {
    this.#parts = parts;
  }

  static async open(store: Store, folder: string): Promise<Lane> {
    const ledger = await store.open();
    const { key } = await createKeyedAccount(ledger, 'acme', GRANT);
    await ledger.webhooks.set('acme', { url: UNHEARD, secret: createWebhookSecret() });
    await ledger.close();
    const watch = { asking: false, unheldCalls: 0 };
    const upstream = await startSandboxUpstream({
      async reply(call) {
        // What a dead gateway had on its way arrives after its hold may be gone, so only calls of the living count.
        if (watch.asking && !(await store.hasHold()) && watch.asking) watch.unheldCalls += 1;
        return judgedReply(call);
      },
    });
    const environment: ChildEnvironment = {
      ...(sandboxEnvironment(upstream) as ChildEnvironment),
      ...undatedEnvironment(),
      // To load the tools takes a tenth of a start.
      ASSAY_MCP: 'off',
      ASSAY_DATABASE_URL: store.url,
    };
    return new Lane({ store, folder, upstream, environment, key, watch });
  }

  get store(): Store {
    return this.#parts.store;
  }

  /** Calls that reached a provider while no hold stood. */
  get unheldCalls(): number {
    return this.#parts.watch.unheldCalls;
  }

  /** The gateway's steps since its last plan, or since its start. */
  steps(): readonly string[] {
    return this.#gateway?.steps() ?? [];
  }

  output(): string {
    return this.#gateway?.output() ?? '';
  }

  /** A gateway that lives, after those before it are known for dead. */
  async start(): Promise<void> {
    const { store, folder, environment } = this.#parts;
    await store.lapse();
    this.#gateway = await startProbed({ environment, folder });
  }

  /** A gateway that is to die while it starts. */
  async startToDie(plan: ProbePlan): Promise<{ readonly exit: Exit; readonly steps: readonly string[] }> {
    const { store, folder, environment } = this.#parts;
    await store.lapse();
    const gateway = launchProbed({ environment, folder, plan });
    await gateway.ready;
    return { exit: await ended(gateway), steps: gateway.steps() };
  }

  /** Sends the judged prompt; steps are counted anew. A gateway is started where none was. */
  async ask(
    idempotencyKey: string,
    plan: ProbePlan & { readonly streamed?: boolean } = {},
  ): Promise<Answer | undefined> {
    const { streamed = false } = plan;
    if (this.#gateway === undefined) await this.start();
    if (this.#gateway === undefined) throw new Error('No gateway runs.');
    const { watch, key } = this.#parts;
    await this.#gateway.follow(plan);
    watch.asking = true;
    const answer = await ask(this.#gateway.url, {
      key,
      idempotencyKey,
      streamed,
      body: streamed ? STREAMED_PROMPT : JUDGED_PROMPT,
    });
    watch.asking = false;
    return answer;
  }

  /** The store works again. */
  async endFault(): Promise<void> {
    await this.#gateway?.follow({});
  }

  /** Waits for the gateway's end. */
  async exit(): Promise<Exit> {
    if (this.#gateway === undefined) throw new Error('No gateway runs.');
    return await ended(this.#gateway);
  }

  async stop(): Promise<Exit> {
    this.#gateway?.signal('SIGTERM');
    return await this.exit();
  }

  async close(): Promise<void> {
    this.#gateway?.signal('SIGKILL');
    await this.#gateway?.exited;
    await this.#parts.upstream.stop();
    await this.#parts.store.remove();
  }
}

/** Stops a gateway that does not end by itself; its exit then shows that. */
async function ended(gateway: ProbedGateway): Promise<Exit> {
  const late = setTimeout(() => gateway.signal('SIGTERM'), END_TIMEOUT_MS);
  const exit = await gateway.exited;
  clearTimeout(late);
  return exit;
}

/** Runs every index from 0 to `count`, the lanes side by side, each lane one after the other. */
export async function inLanes<Result>(
  lanes: readonly Lane[],
  count: number,
  run: (lane: Lane, index: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  await Promise.all(
    lanes.map(async (lane, first) => {
      for (let index = first; index < count; index += lanes.length) results[index] = await run(lane, index);
    }),
  );
  return results;
}
