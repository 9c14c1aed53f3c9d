import { ableModels } from '../../client/able-models.ts';
import type { ModelDescription } from '../../generated/models-response.ts';
import { unknownName } from '../unknown-name.ts';

/** @param today as 2026-11-23. */
export function isUsable(id: string, models: readonly ModelDescription[], today: string): boolean {
  return ableModels(models, today).some((one) => one.id === id);
}

/** @param models of the gateway. @throws Error saying why a model cannot be asked. */
export function checkUsable(id: string, models: readonly ModelDescription[], today: string): void {
  const model = models.find((one) => one.id === id);
  if (model === undefined) throw unknownModel(id, models);
  if (!model.configured)
    throw new Error(`The gateway has no key for ${model.provider}, so ${id} cannot be asked.`);
  if (!isUsable(id, models, today)) throw new Error(`${id} was shut down on ${String(model.shutdown)}.`);
}

export function unknownModel(id: string, models: readonly ModelDescription[]): Error {
  const ids = models.map((model) => model.id);
  return new Error(unknownName('model', id, ids));
}
