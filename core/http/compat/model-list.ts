import { UNKNOWN_MODEL } from '../../dialects/compat-problems.ts';
import { wrongFields } from '../../errors.ts';
import { EVERY_MODEL, type KeyLimits, mayUse } from '../../ledger/administration/settings.ts';
import { retirementHeaders, retirementState, successorAdvice } from '../../registry/retirement.ts';
import type { HandlerOf } from '../admit/admit.ts';
import { unknownModel } from './ask/check-compat-prompt.ts';
import { sendStatic, staticJson, staticJsonOf } from '../answer/static-answer.ts';
import type { HttpSnapshot } from '../run/open-request.ts';

interface ModelListServices {
  readonly current: () => HttpSnapshot;
  /** Unix milliseconds. */
  readonly unixMs: () => number;
}

interface ListedModel {
  readonly id: string;
  readonly object: 'model';
  /** Seconds since 1970. */
  readonly created: number;
  readonly owned_by: string;
}

/**
 * GET /v1/models: the models that the key can use. Models whose provider has no key, that are shut down, or that the key
 * may not use are left out. Panels are models too.
 */
export function modelListRoute(services: ModelListServices): HandlerOf['key'] {
  const answerOf = staticJsonOf((listing: Listing) => bytesOf(listModels(listing, EVERY_MODEL)));
  let last: Listing | undefined;
  return async function modelList({ response, caller: { account } }) {
    const [snapshot, day] = [services.current(), Math.floor(services.unixMs() / DAY_MS)];
    // Models are shut down when a day begins.
    if (last?.snapshot !== snapshot || last.nowMs !== day * DAY_MS) last = { snapshot, nowMs: day * DAY_MS };
    const answer = account.models === null ? answerOf(last) : staticJson(bytesOf(listModels(last, account)));
    await sendStatic(response, answer, 'private, no-cache');
  };
}

const DAY_MS = 86_400_000;

interface Listing {
  readonly snapshot: HttpSnapshot;
  readonly nowMs: number;
}

/** GET /v1/models/{model}. @param prefix of the IDs, which the path leaves out. */
export function oneModelRoute(services: ModelListServices, prefix = ''): HandlerOf['key'] {
  return async function oneModel({ request, response, caller: { account } }) {
    const modelId = prefix + String(request.params['model']);
    const [snapshot, nowMs] = [services.current(), services.unixMs()];
    const model = snapshot.registry.find(modelId)?.model;
    if (model !== undefined) response.set(retirementHeaders([model], nowMs));
    const listing = listModels({ snapshot, nowMs }, account).find(({ id }) => id === modelId);
    if (listing === undefined) {
      const isRetired = model !== undefined && retirementState(model, nowMs) === 'retired';
      if (model === undefined && snapshot.panels.every(({ id }) => id !== modelId))
        throw unknownModel(modelId, snapshot);
      const message = isRetired
        ? `this model was shut down on ${model.shutdown}. ${successorAdvice(model)}`
        : 'the operator has set no key for it, or your key may not ask it; GET /v1/models lists the models';
      throw wrongFields([{ pointer: '/model', code: UNKNOWN_MODEL, message }]);
    }
    response.set('Cache-Control', 'no-store').json(listing);
  };
}

function bytesOf(data: readonly ListedModel[]): Buffer {
  return Buffer.from(JSON.stringify({ object: 'list', data }));
}

/**
 * Lists the models and panels that the key can use. A panel is listed if one of its models can run and the key may use
 * every model that it names.
 */
function listModels({ snapshot, nowMs }: Listing, key: Pick<KeyLimits, 'models'>): readonly ListedModel[] {
  const { registry, panels, upstream } = snapshot;
  const entries = registry.entries.filter(
    ({ model, provider }) =>
      upstream.connections.has(provider.id) &&
      mayUse(key, model.id) &&
      (model.isSucceeded || retirementState(model, nowMs) !== 'retired'),
  );
  const models = entries.map(({ model, provider }): ListedModel => ({
    id: model.id,
    object: 'model',
    // A model has no such date. The day of its last price check is the same at every gateway.
    created: Date.parse(model.price.checked) / 1_000,
    owned_by: provider.id,
  }));
  const allowed = panels.filter(({ models: own, judges, fuse }) =>
    [...own, ...judges, ...(fuse === undefined ? [] : [fuse])].every((id) => mayUse(key, id)),
  );
  const listedPanels = allowed.flatMap((panel): readonly ListedModel[] => {
    const own = models.filter(({ id }) => panel.models.includes(id)).map(({ created }) => created);
    const { id } = panel;
    return own.length === 0 ? [] : [{ id, object: 'model', created: Math.max(...own), owned_by: 'assay' }];
  });
  return [...models, ...listedPanels];
}
