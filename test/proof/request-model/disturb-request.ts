import { expect } from 'vitest';
import type { Answer } from '../ask-gateway.ts';
import { note, settle, type RequestModel } from './request-model.ts';
import {
  expectBalance,
  expectServed,
  keep,
  prepare,
  problemOf,
  questionOf,
  type RequestCommand,
  type RequestsInUse,
  type Sending,
} from './requests-in-use.ts';
import { costOfJudges, costOfModels, type ScriptedRequest } from './scripted-request.ts';

export const ENDINGS = ['answers', 'client leaves', 'crash', 'drain'] as const;
/** How a request ends whose models have all been called and none has answered. */
export type Ending = (typeof ENDINGS)[number];

export class Disturb implements RequestCommand {
  readonly #request: ScriptedRequest;
  readonly #ending: Ending;
  constructor(request: ScriptedRequest, ending: Ending) {
    this.#request = request;
    this.#ending = ending;
  }
  check(): boolean {
    return true;
  }
  async run(model: RequestModel, real: RequestsInUse): Promise<void> {
    const { world } = real;
    const sending = await prepare(model, real, this.#request);
    const { arrived, release } = world.stageHeld(sending.id, this.#request);
    const client = new AbortController();
    const answer = world.ask({ ...questionOf(real, sending), signal: client.signal });
    if (sending.hold > model.posted) {
      expectServed(model, real, sending, await answer);
    } else {
      await Promise.race([arrived, answer]);
      expect(await world.balance(real.name)).toEqual({ posted: model.posted, reserved: sending.hold });
      await this.#repeat(real, sending);
      await this.#end(model, real, { sending, answer, release, leave: () => client.abort() });
    }
    await expectBalance(model, real);
  }

  /** While it runs, its key is taken, for this body and for any other. */
  async #repeat({ world, key }: RequestsInUse, sending: Sending): Promise<void> {
    if (!sending.request.hasKey) return;
    const calls = world.callsOf(sending.id);
    const question = questionOf({ world, key, name: '' }, sending);
    expect(problemOf(await world.ask(question))).toBe('request-in-flight');
    const other = { ...question, body: { ...question.body, prompt: 'Something else.' } };
    expect(problemOf(await world.ask(other))).toBe('idempotency-mismatch');
    expect(world.callsOf(sending.id)).toBe(calls);
  }

  async #end(model: RequestModel, real: RequestsInUse, run: Running): Promise<void> {
    const { world, name, key } = real;
    const { sending, answer, release, leave } = run;
    note(model, this.#ending);
    switch (this.#ending) {
      case 'answers':
        release();
        expectServed(model, real, sending, await answer);
        break;
      case 'client leaves': {
        leave();
        expect(await answer).toBeUndefined();
        await world.settleDown(key);
        release();
        await world.untilNothingReserved(name);
        // What was sent is paid for; without a key no judge is asked any more, with one everything runs to its end.
        const judging = costOfJudges(sending.request);
        if (judging > 0) note(model, 'client leaves its judges');
        const cost = costOfModels(sending.request) + (sending.request.hasKey ? judging : 0);
        const charge = settle(model, cost, sending);
        keep(model, sending, { charge, text: undefined, life: model.life });
        break;
      }
      case 'crash':
        await world.end('SIGKILL');
        release();
        expect(await answer).toBeUndefined();
        model.isRunning = false;
        model.reserved = sending.hold;
        keep(model, sending, undefined);
        break;
      case 'drain': {
        const ended = world.end('SIGTERM');
        release();
        expectServed(model, real, sending, await answer);
        expect(await ended).toEqual({ code: 0, signal: null });
        model.isRunning = false;
        break;
      }
    }
  }

  toString(): string {
    return `ask, then ${this.#ending}: ${JSON.stringify(this.#request)}`;
  }
}

interface Running {
  readonly sending: Sending;
  readonly answer: Promise<Answer | undefined>;
  readonly release: () => void;
  readonly leave: () => void;
}
