import type * as fc from 'fast-check';
import { expect } from 'vitest';
import { statedCharge, type Answer } from '../ask-gateway.ts';
import { note, settle, type KeptKey, type RequestModel } from './request-model.ts';
import type { RequestWorld } from './request-world.ts';
import { bodyOf, costOfJudges, costOfModels, type ScriptedRequest } from './scripted-request.ts';

export interface RequestsInUse {
  readonly world: RequestWorld;
  readonly name: string;
  readonly key: string;
}

export type RequestCommand = fc.AsyncCommand<RequestModel, RequestsInUse>;

export async function expectBalance(model: RequestModel, { world, name }: RequestsInUse): Promise<void> {
  expect(await world.balance(name)).toEqual({ posted: model.posted, reserved: model.reserved });
}

/** Recovery gives back what a dead gateway held. */
export async function ensureRunning(model: RequestModel, real: RequestsInUse): Promise<void> {
  if (model.isRunning) return;
  await real.world.start();
  model.isRunning = true;
  model.life += 1;
  model.reserved = 0;
  await expectBalance(model, real);
}

export function pick<Item>(items: readonly Item[], index: number): Item {
  const item = items[index % items.length];
  if (item === undefined) throw new RangeError('There is nothing to pick from.');
  return item;
}

export function problemOf(answer: Answer | undefined): string {
  const { type } = JSON.parse(answer?.text ?? '{}') as { readonly type?: string };
  return type?.replace('urn:assay:problem:', '') ?? 'none';
}

export interface Sending {
  readonly id: string;
  readonly request: ScriptedRequest;
  /** Micro-credits, as the gateway quotes them. */
  readonly hold: number;
  readonly atMost: number;
}

export async function prepare(
  model: RequestModel,
  real: RequestsInUse,
  request: ScriptedRequest,
  id = `${real.name}-${model.requests}`,
): Promise<Sending> {
  await ensureRunning(model, real);
  model.requests += 1;
  return { id, request, ...(await real.world.quote(real.key, bodyOf(request, id))) };
}

export function questionOf({ key }: RequestsInUse, { id, request }: Pick<Sending, 'id' | 'request'>) {
  return { key, body: bodyOf(request, id), ...(request.hasKey && { idempotencyKey: `key of ${id}` }) };
}

export function keep(model: RequestModel, { id, request }: Sending, settled: KeptKey['settled']): void {
  if (!request.hasKey) return;
  const known = model.keys.find((kept) => kept.id === id);
  if (known === undefined) model.keys.push({ id, request, settled });
  else known.settled = settled;
}

/** A request nobody disturbs is charged for what it cost, or refused for what it could cost. */
export function expectServed(
  model: RequestModel,
  { world }: RequestsInUse,
  sending: Sending,
  answer: Answer | undefined,
): void {
  const { request, hold, id } = sending;
  if (hold > model.posted) {
    expect([answer?.status, problemOf(answer)]).toEqual([402, 'insufficient-balance']);
    const { estimatedCreditsRequired, creditsOwed } = JSON.parse(answer?.text ?? '') as Record<
      'estimatedCreditsRequired' | 'creditsOwed',
      number
    >;
    expect(Math.round(estimatedCreditsRequired * 1e6)).toBe(hold);
    expect(Math.round(creditsOwed * 1e6)).toBe(Math.max(0, -model.posted));
    expect(world.callsOf(id)).toBe(0);
    keep(model, sending, undefined);
    note(model, model.posted < 0 ? 'refused, since it owes' : 'refused');
    return;
  }
  const charge = settle(model, costOfModels(request) + costOfJudges(request), sending);
  if (answer === undefined) throw new Error('The connection broke, though nobody broke it.');
  expect([answer.status, answer.replayed, statedCharge(answer)]).toEqual([200, false, charge]);
  keep(model, sending, { charge, text: answer.text, life: model.life });
}
