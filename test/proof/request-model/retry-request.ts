import { expect } from 'vitest';
import { statedCharge, type Answer } from '../ask-gateway.ts';
import { note, type KeptKey, type RequestModel } from './request-model.ts';
import {
  expectBalance,
  expectServed,
  pick,
  prepare,
  problemOf,
  questionOf,
  type RequestCommand,
  type RequestsInUse,
} from './requests-in-use.ts';
import type { ScriptedRequest } from './scripted-request.ts';

export class Retry implements RequestCommand {
  readonly #index: number;
  constructor(index: number) {
    this.#index = index;
  }
  check({ keys }: Readonly<RequestModel>): boolean {
    return keys.length > 0;
  }
  async run(model: RequestModel, real: RequestsInUse): Promise<void> {
    const { id, request, settled } = pick(model.keys, this.#index);
    const sending = await prepare(model, real, request, id);
    real.world.stage(id, request);
    const answer = await real.world.ask(questionOf(real, sending));
    if (settled === undefined) {
      note(model, 'retried and run');
      expectServed(model, real, sending, answer);
    } else {
      expect(real.world.callsOf(id)).toBe(0);
      expectReplayed(model, { request, settled, answer });
    }
    await expectBalance(model, real);
  }
  toString(): string {
    return `retry ${this.#index}`;
  }
}

/** Nothing is stored under zero data retention, or where no model answered and nothing was charged. */
function isStored({ zeroDataRetention, models }: ScriptedRequest, charge: number): boolean {
  return !zeroDataRetention && (charge > 0 || models.some(({ script }) => script.kind === 'answers'));
}

/** A text that is not stored is gone with its gateway, and the request is still not run again. */
function expectReplayed(
  model: RequestModel,
  replay: {
    readonly request: ScriptedRequest;
    readonly settled: NonNullable<KeptKey['settled']>;
    readonly answer: Answer | undefined;
  },
): void {
  const { request, settled, answer } = replay;
  if (answer === undefined) throw new Error('The connection broke, though nobody broke it.');
  expect(statedCharge(answer)).toBe(settled.charge);
  if (settled.life !== model.life && !isStored(request, settled.charge)) {
    expect([answer.status, problemOf(answer)]).toEqual([409, 'result-not-retained']);
    note(model, 'not retained');
    return;
  }
  expect([answer.status, answer.replayed]).toEqual([200, true]);
  note(model, request.zeroDataRetention ? 'replayed from memory' : 'replayed');
  settled.text ??= answer.text;
  expect(answer.text).toBe(settled.text);
}
