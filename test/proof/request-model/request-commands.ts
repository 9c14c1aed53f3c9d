import * as fc from 'fast-check';
import { Disturb, ENDINGS } from './disturb-request.ts';
import type { RequestModel } from './request-model.ts';
import {
  expectBalance,
  expectServed,
  prepare,
  questionOf,
  type RequestCommand,
  type RequestsInUse,
} from './requests-in-use.ts';
import { Retry } from './retry-request.ts';
import { scriptedRequests, type ScriptedRequest } from './scripted-request.ts';

export class Grant implements RequestCommand {
  readonly #microCredits: number;
  constructor(microCredits: number) {
    this.#microCredits = microCredits;
  }
  check(): boolean {
    return true;
  }
  async run(model: RequestModel, real: RequestsInUse): Promise<void> {
    await real.world.grant(real.name, this.#microCredits);
    model.posted += this.#microCredits;
    await expectBalance(model, real);
  }
  toString(): string {
    return `grant ${this.#microCredits}`;
  }
}

export class Ask implements RequestCommand {
  readonly #request: ScriptedRequest;
  constructor(request: ScriptedRequest) {
    this.#request = request;
  }
  check(): boolean {
    return true;
  }
  async run(model: RequestModel, real: RequestsInUse): Promise<void> {
    const sending = await prepare(model, real, this.#request);
    real.world.stage(sending.id, this.#request);
    expectServed(model, real, sending, await real.world.ask(questionOf(real, sending)));
    await expectBalance(model, real);
  }
  toString(): string {
    return `ask ${JSON.stringify(this.#request)}`;
  }
}

export class Kill implements RequestCommand {
  check({ isRunning }: Readonly<RequestModel>): boolean {
    return isRunning;
  }
  async run(model: RequestModel, real: RequestsInUse): Promise<void> {
    await real.world.end('SIGKILL');
    model.isRunning = false;
    await expectBalance(model, real);
  }
  toString(): string {
    return 'kill';
  }
}

const CREDIT = 1_000_000;

/** Random lives of one account. Grants are about as large as holds of either kind, so that balances run out. */
export function requestCommands(maxCommands: number): fc.Arbitrary<Iterable<RequestCommand>> {
  return fc.commands(
    [
      fc
        .oneof(fc.integer({ min: 1, max: 2 * CREDIT }), fc.integer({ min: 1, max: 120 * CREDIT }))
        .map((microCredits) => new Grant(microCredits)),
      scriptedRequests().map((request) => new Ask(request)),
      fc
        .record({ request: scriptedRequests(), ending: fc.constantFrom(...ENDINGS) })
        .map(({ request, ending }) => new Disturb(request, ending)),
      fc.nat(20).map((index) => new Retry(index)),
      fc.constant(new Kill()),
    ],
    { maxCommands, size: 'max' },
  );
}
